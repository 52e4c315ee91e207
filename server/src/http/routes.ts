// Binds the contract's endpoints to handlers. The limit, the session, input parsing and the reply schema are applied here, so
// that routes do not repeat them.
import type { ServerResponse } from 'node:http';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyGiven } from '@remembrance/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { runForRequest } from '../platform/lib/request-signal.ts';
import { limitCall } from './limit-call.ts';
import { noteFacts } from './log-answers.ts';
import { networkOf } from './network.ts';
import { parseInput } from './parse-input.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type HoldNeeds, refuseOnHold } from './refuse-on-hold.ts';
import { refuseOtherAccount } from './refuse-other-account.ts';
import { requireOurOrigin } from './require-our-origin.ts';
import { requireOwnAddress } from './require-own-address.ts';
import { requireProof } from './require-proof.ts';

/** The signed-in person behind a call. */
export interface Owner {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  sessionId: string;
  /** The name of the read-only token that the request came with; null for a session of a browser. */
  tokenName: string | null;
  /** When they last signed in here, or gave the password or a passkey. */
  provenAt: Date;
  /** When they signed in here. */
  signedInAt: Date;
  /** Until then the account reads no content, because it has moved to a new address. Null if it never had to wait. */
  contentFrom: Date | null;
  timeZone: string;
}

export interface OpenCall<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The Idempotency-Key, if the endpoint accepts one and it was sent. */
  repeatKey: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The caller's network: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The origin for links: the caller's if it is ours, otherwise the public one. */
  origin: string;
}
export interface OwnerCall<E extends Endpoint> extends OpenCall<E> {
  owner: Owner;
}

/** Finds a live session by its stored id, with its owner and any further data. */
export type FindOwner<Found extends object = object> = (
  database: Database,
  sid: string,
  now: Date,
) => Promise<Found | null>;

/** `open` serves anyone, `owner` signed-in owners. The stream variants send the reply themselves. */
export interface Routes {
  open<E extends Endpoint>(endpoint: E, handler: (call: OpenCall<E>) => Promise<ReplyGiven<E>>): void;
  /** @param find reads data for the handler in the same statement as the session */
  owner<E extends Endpoint, Found extends object = object>(
    endpoint: E,
    handler: (call: OwnerCall<E> & { owner: Found }) => Promise<ReplyGiven<E>>,
    find?: FindOwner<Found>,
  ): void;
  stream<E extends Endpoint>(endpoint: E, handler: (call: OpenCall<E>) => Promise<FastifyReply>): void;
  ownerStream<E extends Endpoint>(endpoint: E, handler: (call: OwnerCall<E>) => Promise<FastifyReply>): void;
}

export interface RouteNeeds extends HoldNeeds {
  app: FastifyInstance;
  clock: Clock;
  rateLimiter: RateLimiter;
  /** The origins whose pages may write here. */
  ourOrigins: ReadonlySet<string>;
  publicUrl: string;
  readOwner: (request: FastifyRequest, find?: FindOwner) => Promise<Owner | null>;
}

export function createRoutes(needs: RouteNeeds): Routes {
  const protocol = new URL(needs.publicUrl).protocol;
  const add = (
    endpoint: Endpoint,
    isOwners: boolean,
    handle: (call: OwnerCall<Endpoint>) => Promise<unknown>,
    find?: FindOwner,
  ) => {
    if ((endpoint.access === 'owner') !== isOwners) {
      throw new Error(`${endpoint.method} ${endpoint.path} is bound with the wrong access`);
    }
    registerRoute(needs, endpoint, async (request, reply) => {
      const network = networkOf(request);
      await limitCall(needs, endpoint, { network, reply });
      requireOurOrigin(request, endpoint, needs.ourOrigins);
      await refuseOnHold(needs, endpoint);
      const owner = isOwners ? await signedInOwner(needs, endpoint, { request, find }) : null;
      const input = parseInput(endpoint, request);
      if (owner) requireRights(owner, endpoint, needs.clock.now());
      const asked = `${protocol}//${request.headers.host}`;
      // A Host header can choose only among our own origins, so a forged one cannot put a foreign address into a link.
      const origin = needs.ourOrigins.has(asked) ? asked : needs.publicUrl;
      return handle({ ...input, request, reply, network, origin, owner: owner as Owner });
    });
  };
  return {
    open: (endpoint, handler) => add(endpoint, false, (call) => parseReply(endpoint, call, handler(call as never))),
    owner: (endpoint, handler, find) =>
      add(endpoint, true, (call) => parseReply(endpoint, call, handler(call as never)), find),
    stream: (endpoint, handler) => add(endpoint, false, (call) => handler(call as never)),
    ownerStream: (endpoint, handler) => add(endpoint, true, (call) => handler(call as never)),
  };
}

async function signedInOwner(
  { readOwner }: RouteNeeds,
  endpoint: Endpoint,
  { request, find }: { request: FastifyRequest; find: FindOwner | undefined },
): Promise<Owner> {
  const owner = (await readOwner(request, find)) ?? refuse('unauthorized');
  noteFacts(request, { ownerId: owner.id });
  refuseOtherAccount(owner, endpoint, request);
  return owner;
}

/** @throws {Refusal} if a token may not make the call, or it needs a recent proof, or reads content that an address does not read yet */
function requireRights(owner: Owner, { proof, proofReason, readsContent, worksByToken }: Endpoint, now: Date): void {
  if (owner.tokenName !== null && !worksByToken) refuse('token-reads-only');
  if (owner.tokenName === null && proof === 'always') requireProof(owner, now, proofReason);
  if (readsContent) requireOwnAddress(owner, now);
}

// The reply schema is also a filter: fields it does not name are not sent.
async function parseReply(endpoint: Endpoint, call: OpenCall<Endpoint>, reply: Promise<unknown>): Promise<unknown> {
  const value = await reply;
  if (endpoint.replyKind === 'nothing') {
    call.reply.code(204);
    return call.reply.send();
  }
  const parsed = endpoint.reply.safeParse(value);
  if (!parsed.success) throw new Error(`${endpoint.method} ${endpoint.path} sent a reply that breaks the contract`);
  return parsed.data;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take as long as it makes progress. */
    takesBytes?: boolean;
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

// Aborts the request's signal when the caller disconnects, so that waiting work is dropped. Few calls need it.
function withRequestSignal(handler: Handler): Handler {
  return (request, reply) => {
    let signal: AbortSignal | undefined;
    return runForRequest(
      () => (signal ??= signalOf(reply.raw)),
      () => handler(request, reply),
    );
  };
}

function signalOf(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  const abort = () => {
    if (!response.writableFinished) disconnected.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return disconnected.signal;
}

// Bodies that are not JSON have their own scope, because Fastify chooses its parsers by scope.
function registerRoute({ app }: RouteNeeds, endpoint: Endpoint, handler: Handler): void {
  const route = { method: endpoint.method, url: endpoint.path, handler: withRequestSignal(handler) };
  if (endpoint.bodyKind === 'json' || endpoint.bodyKind === 'none') {
    app.route(route);
    return;
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (endpoint.bodyKind === 'bytes') scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    else scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.route({
      ...route,
      ...(endpoint.bodyKind === 'bytes' ? { bodyLimit: Number.MAX_SAFE_INTEGER, config: { takesBytes: true } } : {}),
    });
  });
}
