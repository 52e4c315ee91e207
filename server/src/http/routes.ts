// Binds the contract's endpoints to handlers: limit, session, parsing, reply shape. A route says nothing of this itself.
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyGiven } from '@remembrance/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import { doForRequest } from '../lib/request-signal.ts';
import { limitCall } from './limit-call.ts';
import { networkOf } from './network.ts';
import { parseInput } from './parse-input.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { noteFacts } from './request-facts.ts';
import { requireOurOrigin } from './require-our-origin.ts';
import { requireProof } from './require-proof.ts';

/** The signed-in person behind a call. */
export interface Owner {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  sessionId: string;
  /** When they last signed in here, or gave the password or a passkey. */
  provenAt: Date;
}

export interface OpenCall<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The Idempotency-Key, where the endpoint takes one and one was sent. */
  repeatKey: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The caller's network: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The origin links are made with: the one the caller uses where it is ours, else the public one. */
  origin: string;
}
export interface OwnerCall<E extends Endpoint> extends OpenCall<E> {
  owner: Owner;
}

/** `open` serves anyone, `owner` the signed-in; the streams answer by themselves through the reply. */
export interface Routes {
  open<E extends Endpoint>(endpoint: E, handler: (call: OpenCall<E>) => Promise<ReplyGiven<E>>): void;
  owner<E extends Endpoint>(endpoint: E, handler: (call: OwnerCall<E>) => Promise<ReplyGiven<E>>): void;
  stream<E extends Endpoint>(endpoint: E, handler: (call: OpenCall<E>) => Promise<FastifyReply>): void;
  ownerStream<E extends Endpoint>(endpoint: E, handler: (call: OwnerCall<E>) => Promise<FastifyReply>): void;
}

export interface RouteNeeds {
  app: FastifyInstance;
  clock: Clock;
  rateLimiter: RateLimiter;
  /** Origins whose pages may write here. */
  ourOrigins: ReadonlySet<string>;
  publicUrl: string;
  readOwner: (request: FastifyRequest) => Promise<Owner | null>;
}

export function createRoutes(needs: RouteNeeds): Routes {
  const add = (
    endpoint: Endpoint,
    access: 'owner' | 'other',
    handle: (call: OwnerCall<Endpoint>) => Promise<unknown>,
  ) => {
    if ((endpoint.access === 'owner') !== (access === 'owner')) {
      throw new Error(`${endpoint.method} ${endpoint.path} is bound with the wrong access`);
    }
    registerRoute(needs, endpoint, async (request, reply) => {
      const network = networkOf(request);
      await limitCall(needs, endpoint, { network, reply });
      requireOurOrigin(request, endpoint, needs.ourOrigins);
      const owner = access === 'owner' ? await needs.readOwner(request) : null;
      if (access === 'owner' && !owner) refuse('unauthorized');
      if (owner) noteFacts(request, { ownerId: owner.id });
      const input = parseInput(endpoint, request);
      if (owner && endpoint.proof === 'always') requireProof(owner, needs.clock.now());
      const origin = originOf(request, needs);
      return handle({ ...input, request, reply, network, origin, owner: owner as Owner });
    });
  };
  return {
    open: (endpoint, handler) => add(endpoint, 'other', (call) => replied(endpoint, call, handler(call as never))),
    owner: (endpoint, handler) => add(endpoint, 'owner', (call) => replied(endpoint, call, handler(call as never))),
    stream: (endpoint, handler) => add(endpoint, 'other', (call) => handler(call as never)),
    ownerStream: (endpoint, handler) => add(endpoint, 'owner', (call) => handler(call as never)),
  };
}

// The reply schema is also a filter: what it does not name never leaves the server.
async function replied(endpoint: Endpoint, call: OpenCall<Endpoint>, answer: Promise<unknown>): Promise<unknown> {
  const value = await answer;
  if (endpoint.replyKind === 'nothing') {
    call.reply.code(204);
    return call.reply.send();
  }
  const parsed = endpoint.reply.safeParse(value);
  if (!parsed.success) throw new Error(`${endpoint.method} ${endpoint.path} made a reply that is not in the contract`);
  return parsed.data;
}

// A Host header chooses only among our own origins, so a forged one makes no foreign link.
function originOf(request: FastifyRequest, { ourOrigins, publicUrl }: RouteNeeds): string {
  const asked = `${new URL(publicUrl).protocol}//${request.headers.host ?? ''}`;
  return ourOrigins.has(asked) ? asked : publicUrl;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: it may take as long as it moves. */
    takesBytes?: boolean;
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

// Work that waits for its turn is dropped when its caller is gone.
function untilGone(handler: Handler): Handler {
  return (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    return doForRequest(gone.signal, () => handler(request, reply));
  };
}

// Bodies that are not JSON get a scope of their own, because Fastify chooses its parsers by scope.
function registerRoute({ app }: RouteNeeds, endpoint: Endpoint, handler: Handler): void {
  const route = { method: endpoint.method, url: endpoint.path, handler: untilGone(handler) };
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
