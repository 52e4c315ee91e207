// One definition for each call: the server binds it, the browser calls it, the OpenAPI document is generated from it.
import * as z from 'zod/mini';
import type { RefusalCode } from './refusals.ts';

// The schemas' just-in-time compiler probes for `eval`, which the Content-Security-Policy reports.
z.config({ jitless: true });

/** Who may make the call. Everything that depends on the thing asked for is decided by the operation itself. */
export type Access = 'anyone' | 'owner' | 'signed-link' | 'card-processor';

/**
 * Whether the owner has to have proven within the last minutes that it is them, by signing in, the password or a passkey:
 * for the call as a whole, or only where what it changes redirects or destroys something, which its operation decides.
 */
export type ProofRule = 'none' | 'always' | 'sometimes';

/** At most `tries` in `seconds` from one network; counted in the database, across processes, where `durable`. */
export interface RateLimit {
  tries: number;
  seconds: number;
  durable?: boolean;
}

type Schema = z.ZodMiniType;

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path with `:name` for each parameter. */
  path: string;
  summary: string;
  access: Access;
  proof: ProofRule;
  limit: RateLimit;
  params: Params;
  query: Query;
  /** What the body is: parsed JSON, a stream of bytes, the untouched text a signature covers, or nothing. */
  bodyKind: 'json' | 'bytes' | 'signed-text' | 'none';
  body: Body;
  /** What the answer is: JSON by `reply`, a file, a page or a redirect. */
  replyKind: 'json' | 'bytes' | 'page' | 'nothing';
  reply: Reply;
  /** It takes an Idempotency-Key: sent again with the same key it answers as before and does nothing twice. */
  isRepeatable: boolean;
  refusals: readonly RefusalCode[];
}

/** draft-ietf-httpapi-idempotency-key-header: a random text that its sender chose, in quotation marks or without them. */
export const idempotencyKeyHeader = 'idempotency-key';
const invalidKey = 'The Idempotency-Key is not valid.';
export const idempotencyKey = z
  .string()
  .check(z.maxLength(66, invalidKey), z.regex(/^(?:[\w-]{16,64}|"[\w-]{16,64}")$/, invalidKey));

const nothing = z.strictObject({});
type Nothing = typeof nothing;

interface EndpointInput<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
  method: Endpoint['method'];
  path: string;
  summary: string;
  access: Access;
  /** A call that may ask for a proof is also refused with `proof-needed`. */
  proof?: ProofRule;
  limit?: RateLimit;
  params?: P;
  query?: Q;
  body?: B;
  bodyKind?: Endpoint['bodyKind'];
  reply?: R;
  replyKind?: Endpoint['replyKind'];
  isRepeatable?: boolean;
  refusals?: readonly RefusalCode[];
}

const everydayLimit: RateLimit = { tries: 600, seconds: 60 };

export function endpoint<
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  R extends Schema = Nothing,
>(input: EndpointInput<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const { proof = 'none', refusals = [] } = input;
  return {
    method: input.method,
    path: input.path,
    summary: input.summary,
    access: input.access,
    proof,
    limit: input.limit ?? everydayLimit,
    params: input.params ?? (nothing as unknown as P),
    query: input.query ?? (nothing as unknown as Q),
    bodyKind: input.bodyKind ?? (input.body ? 'json' : 'none'),
    body: input.body ?? (nothing as unknown as B),
    replyKind: input.replyKind ?? (input.reply ? 'json' : 'nothing'),
    reply: input.reply ?? (nothing as unknown as R),
    isRepeatable: input.isRepeatable ?? false,
    refusals: proof === 'none' ? refusals : ['proof-needed', ...refusals],
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
/** What a caller sends, before defaults and trimming. */
export type BodySent<E extends Endpoint> = z.input<E['body']>;
/** What the server hands to the reply schema. */
export type ReplyGiven<E extends Endpoint> = z.input<E['reply']>;
