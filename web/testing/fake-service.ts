// A fake service for a screen test: it answers the contract's calls as the test says, and records what it was sent. A call without a
// reply, and a reply that the contract does not allow, fail the test.
import { api } from '@remembrance/contract/api.ts';
import type { Endpoint, ReplyGiven } from '@remembrance/contract/endpoint.ts';
import { problemMediaType } from '@remembrance/contract/problem.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';

export interface Received {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
}
type Answer = (received: Received) => Response | Promise<Response>;

interface FakeService {
  /** The reply to every call of an endpoint from now on. */
  reply<E extends Endpoint>(endpoint: E, reply: ReplyGiven<E>): void;
  /** Like `reply`, for a reply that depends on what was sent. */
  replyWith<E extends Endpoint>(endpoint: E, reply: (received: Received) => ReplyGiven<E>): void;
  /** Answers with a refusal from the catalogue. */
  refuse(endpoint: Endpoint, code: RefusalCode, facts?: Record<string, unknown>): void;
  /** Answers with an error that has no message. */
  fail(endpoint: Endpoint): void;
  /** No answer arrives. */
  disconnect(endpoint: Endpoint): void;
  /** Holds the next responses until they are released. */
  hold(endpoint: Endpoint): () => void;
  /** The calls of an endpoint so far, oldest first. */
  received(endpoint: Endpoint): Received[];
  /** Calls that got no reply. */
  readonly unanswered: readonly string[];
  readonly fetch: typeof fetch;
}

const endpoints: Endpoint[] = Object.values(api);

let current: FakeService | undefined;

/** The current test's service. Describe its replies before the page is opened. */
export function fakeService(): FakeService {
  current ??= createFakeService();
  return current;
}

/** Ends the current test's service. @returns the calls for which the test described no reply */
export function endFakeService(): readonly string[] {
  const unanswered = current?.unanswered ?? [];
  current = undefined;
  return unanswered;
}

function createFakeService(): FakeService {
  const answers = new Map<Endpoint, Answer>();
  const calls = new Map<Endpoint, Received[]>();
  const held = new Map<Endpoint, Promise<void>>();
  const unanswered: string[] = [];
  return {
    unanswered,
    reply: (endpoint, reply) => void answers.set(endpoint, () => replyOf(endpoint, reply)),
    replyWith: (endpoint, reply) => void answers.set(endpoint, (received) => replyOf(endpoint, reply(received))),
    refuse(endpoint, code, facts = {}) {
      const { status, ...words } = refusals[code];
      const problem = JSON.stringify({ status, ...words, code, ...facts });
      answers.set(endpoint, () => new Response(problem, { status, headers: { 'content-type': problemMediaType } }));
    },
    fail: (endpoint) => void answers.set(endpoint, () => new Response('', { status: 500 })),
    disconnect: (endpoint) => void answers.set(endpoint, () => Promise.reject(new TypeError('Failed to fetch'))),
    hold(endpoint) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(endpoint, promise);
      return () => {
        held.delete(endpoint);
        resolve();
      };
    },
    received: (endpoint) => calls.get(endpoint) ?? [],
    async fetch(input, init = {}) {
      const method = init.method ?? 'GET';
      const { pathname, searchParams } = new URL(String(input), window.location.origin);
      const found = findEndpoint(method, pathname);
      const answer = found && answers.get(found.endpoint);
      if (!found || !answer) {
        unanswered.push(`${method} ${pathname}`);
        return new Response('', { status: 500 });
      }
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
      const received = {
        params: found.params,
        query: Object.fromEntries(searchParams),
        body,
        headers: new Headers(init.headers),
      };
      calls.set(found.endpoint, [...(calls.get(found.endpoint) ?? []), received]);
      await held.get(found.endpoint);
      return answer(received);
    },
  };
}

/** @throws if the contract does not allow the reply. */
function replyOf(endpoint: Endpoint, given: unknown): Response {
  if (endpoint.replyKind === 'nothing') return new Response(null, { status: 204 });
  return Response.json(endpoint.reply.parse(given));
}

function findEndpoint(
  method: string,
  pathname: string,
): (Pick<Received, 'params'> & { endpoint: Endpoint }) | undefined {
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue;
    const pattern = new RegExp(`^${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(pathname);
    if (match) return { endpoint, params: { ...match.groups } };
  }
  return undefined;
}
