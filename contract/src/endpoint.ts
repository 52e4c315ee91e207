// One definition for each call. The server binds it, the browser calls it, and the OpenAPI document is generated from it.
import * as z from 'zod/mini';
import type { RefusalCode } from './refusals.ts';

// Zod's just-in-time compiler probes for `eval`, which the Content-Security-Policy would report.
z.config({ jitless: true });

/** Who may make the call. The operation decides whether a caller may use a given vault or file. */
export type Access = 'anyone' | 'owner' | 'signed-link' | 'payment-gateway';

/**
 * Whether the owner needs a recent proof: a sign-in, the password or a passkey within the last minutes. `sometimes` means
 * only if the change redirects or destroys something, which the operation decides.
 */
export type ProofRule = 'none' | 'always' | 'sometimes';

/** At most `tries` in `seconds` from one network. A `durable` limit is counted in the database, across processes. */
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
  /** Why a call that always needs a proof requires it, as a text for the owner; empty if its name explains it. */
  proofReason: string;
  limit: RateLimit;
  params: Params;
  query: Query;
  /** The body: parsed JSON, a stream of bytes, the raw text that a signature covers, or nothing. */
  bodyKind: 'json' | 'bytes' | 'signed-text' | 'none';
  body: Body;
  /** The reply: JSON that matches the schema `reply`, a file, a page or redirect, or nothing. */
  replyKind: 'json' | 'bytes' | 'page' | 'nothing';
  reply: Reply;
  /** Whether the call accepts an Idempotency-Key. A repeat with the same key gets the same reply and changes nothing. */
  isRepeatable: boolean;
  /** Whether it is served during the hold after a restore: reading, and signing in to read. */
  worksOnHold: boolean;
  /** Whether a read-only token of an owner may make it too. Such a call needs no proof, because the token was created with one. */
  worksByToken: boolean;
  /** Whether its reply contains what an owner has written. It waits after a move of the account to a new address. */
  readsContent: boolean;
  refusals: readonly RefusalCode[];
}

const invalidKey = 'The Idempotency-Key is not valid.';
/** The value of the Idempotency-Key header. */
export const idempotencyKey = z
  .string()
  .check(z.maxLength(66, invalidKey), z.regex(/^(?:[\w-]{16,64}|"[\w-]{16,64}")$/, invalidKey));

const nothing = z.strictObject({});
type Nothing = typeof nothing;
type Schemas = 'params' | 'query' | 'body' | 'reply';
const noSchemas: Record<Schemas, Nothing> = { params: nothing, query: nothing, body: nothing, reply: nothing };

type EndpointInput<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = Pick<
  Endpoint,
  'method' | 'path' | 'summary' | 'access'
> &
  Partial<Endpoint<P, Q, B, R>>;

const defaultLimit: RateLimit = { tries: 600, seconds: 60 };

/** Any proof but `none` adds the refusal `proof-needed`, and reading content adds `content-waits`. Calls that only read work on hold, unless the input says otherwise. */
export function endpoint<
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  R extends Schema = Nothing,
>(input: EndpointInput<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const { proof = 'none', refusals = [], readsContent = false } = input;
  return {
    // A missing schema has the type Nothing, which the compiler cannot infer from its absence.
    ...(noSchemas as unknown as Pick<Endpoint<P, Q, B, R>, Schemas>),
    proofReason: '',
    limit: defaultLimit,
    bodyKind: input.body ? 'json' : 'none',
    replyKind: input.reply ? 'json' : 'nothing',
    isRepeatable: false,
    worksOnHold: input.method === 'GET',
    worksByToken: false,
    ...input,
    proof,
    readsContent,
    refusals: [
      ...(proof === 'none' ? [] : (['proof-needed'] as const)),
      ...(readsContent ? (['content-waits'] as const) : []),
      ...refusals,
    ],
  };
}

/**
 * Whether the call lets somebody in, or shows what belongs to somebody. A database that went back under the service does not know who was
 * signed out and what was withdrawn since, so such a call waits, even if it works during the hold after a restore.
 */
export const isPersonal = ({ access, method, query }: Endpoint): boolean =>
  access !== 'anyone' || method !== 'GET' || 'token' in (query as z.ZodMiniObject).shape;

/**
 * Every refusal that a call can return: those it declares, and those that all calls of its kind share. The OpenAPI document lists these, and
 * tests verify that the server uses no others.
 */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, bodyKind, method } = endpoint;
  const hasBody = bodyKind === 'json' || bodyKind === 'signed-text';
  const isWrite = method !== 'GET' && access !== 'payment-gateway';
  const isOwnersWrite = isWrite && access === 'owner';
  return [
    ...new Set<RefusalCode>([
      'invalid-input',
      'bad-request',
      'host-refused',
      'too-many-requests',
      'database-unavailable',
      'keys-unavailable',
      ...(access === 'owner' ? (['unauthorized'] as const) : []),
      ...(access === 'owner' && !endpoint.worksByToken ? (['token-reads-only'] as const) : []),
      ...(isWrite ? (['origin-refused'] as const) : []),
      ...(isOwnersWrite ? (['another-account'] as const) : []),
      ...(hasBody ? (['too-large', 'request-too-slow', 'unsupported-media-type'] as const) : []),
      ...(bodyKind === 'json' ? (['invalid-json'] as const) : []),
      ...(endpoint.worksOnHold && !isPersonal(endpoint) ? [] : (['on-hold'] as const)),
      ...endpoint.refusals,
    ]),
  ];
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
/** The caller's input, before defaults and trimming. */
export type BodySent<E extends Endpoint> = z.input<E['body']>;
/** The server's input to the reply schema. */
export type ReplyGiven<E extends Endpoint> = z.input<E['reply']>;
