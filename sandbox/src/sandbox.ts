// The payment sandbox: an in-process replacement for Stripe's API, called through Stripe's SDK. It runs only if no Stripe
// key is set. Its error responses always include `error`, as the SDK expects.
import { createHash } from 'node:crypto';
import { type Answer, type CallNeeds, invalid, type SandboxCall } from './answer.ts';
import { sandboxCalls } from './calls.ts';
import { completed } from './complete.ts';
import { createEventDelivery, recordEvent } from './events.ts';
import type { SandboxNeeds } from './needs.ts';
import { pageCalls } from './page-calls.ts';
import { lockSandbox, sandboxStore } from './store.ts';
import { advanceSubscriptions } from './subscriptions.ts';
import { createSandboxTools, type SandboxTools } from './tools.ts';

export const sandboxKeys = { secret: 'sk_test_sandbox', publishable: 'pk_test_sandbox' } as const;

export interface Sandbox {
  /** Answers a request to Stripe's API. The API key in it decides which calls are allowed. */
  fetch(request: Request): Promise<Response>;
  /** Delivers the events that a previous run did not. Call it once the endpoint is listening. */
  start(): void;
  /** Resolves when delivery of every event so far was attempted. */
  delivered(): Promise<void>;
  stop(): Promise<void>;
  tools: SandboxTools;
}

export function createSandbox(needs: SandboxNeeds): Sandbox {
  const events = createEventDelivery(needs);
  const faults = { planned: 0 };
  let last: Promise<unknown> = Promise.resolve();
  // One call at a time in this process, so that waiting calls hold no connections. The lock does the same across processes.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    async fetch(request) {
      const read = await readRequest(request);
      const { status, body } =
        'refused' in read ? read.refused : await inTurn(() => answer(needs, read, events, faults));
      return Response.json('isPublic' in read && read.isPublic ? body : completed(body), { status });
    },
    start: events.wake,
    delivered: events.idle,
    stop: events.stop,
    tools: createSandboxTools({ ...needs, inTurn, faults, wake: events.wake }),
  };
}

interface ReadRequest {
  call: SandboxCall;
  id: string;
  params: URLSearchParams;
  /** The request text that a repeated call must match. */
  text: string;
  idempotencyKey: string | null;
  /** The call was made by a page, which may see only a part of an intent. */
  isPublic: boolean;
}

async function readRequest(request: Request): Promise<ReadRequest | { refused: Answer }> {
  const url = new URL(request.url);
  const body = await request.text();
  const params = request.method === 'POST' ? new URLSearchParams(body) : url.searchParams;
  const secret = request.headers.get('authorization') === `Bearer ${sandboxKeys.secret}`;
  if (!secret && params.get('key') !== sandboxKeys.publishable) {
    return { refused: invalid({ message: 'Invalid API key provided.' }, 401) };
  }
  const [resource, id, action] = url.pathname.replace(/^\/v1\//, '').split('/');
  const name = `${request.method} ${resource}${id ? '/:id' : ''}${action ? `/${action}` : ''}`;
  const calls = secret ? sandboxCalls : pageCalls;
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) return { refused: invalid({ message: `Unrecognized request URL (${name}).` }, 404) };
  const unknown = [...params.keys()].find((key) => !call.params.includes(key.split('[')[0] ?? ''));
  if (unknown !== undefined) {
    const message = `Received unknown parameter: ${unknown.slice(0, 50)}`;
    return { refused: invalid({ code: 'parameter_unknown', message, param: unknown.slice(0, 50) }) };
  }
  return {
    call,
    id: id ?? '',
    params,
    text: `${url.pathname} ${body}`,
    idempotencyKey: secret ? request.headers.get('idempotency-key') : null,
    isPublic: !secret,
  };
}

// Through the SDK a fault here would look like an unreachable gateway, so it is reported here.
async function answer(
  { database, clock, report }: SandboxNeeds,
  request: ReadRequest,
  { wake }: { wake: () => void },
  faults: { planned: number },
): Promise<Answer> {
  const breaks = request.idempotencyKey !== null && faults.planned > 0;
  if (breaks) faults.planned -= 1;
  let hasEvents = false;
  const work = database.transaction(async (tx) => {
    await lockSandbox(tx);
    const now = clock.now();
    const store = sandboxStore(tx, now);
    const emit: CallNeeds['emit'] = (type, object) => {
      hasEvents = true;
      return recordEvent(store, now, type, object);
    };
    const call: CallNeeds = { store, now, emit };
    await advanceSubscriptions({ ...call, tx });
    return answerOnce(call, request, breaks);
  });
  const answered = await work.catch((error: unknown) => {
    report('the payment sandbox failed', error);
    throw error;
  });
  if (hasEvents) wake(); // only for new events: a failed delivery makes calls too and must not trigger itself
  return answered;
}

/** Statuses that Stripe does not store for a key, because the call did not start. It stores every other answer, even its own faults. */
const isForgotten = new Set([400, 401, 409, 429]);
const broken: Answer = { status: 500, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } };

// A repeated idempotency key gets the same response. With another request it is refused as a mistake of the caller.
async function answerOnce(needs: CallNeeds, request: ReadRequest, breaks: boolean): Promise<Answer> {
  const { call, id, params, text, idempotencyKey } = request;
  if (!idempotencyKey) return breaks ? broken : call.run(needs, params, id);
  const answerId = `key_${hash(idempotencyKey)}`;
  const made = hash(text);
  const earlier = await needs.store.get('answered_call', answerId);
  if (earlier && earlier.call !== made) {
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return { status: 400, body: { error: { type: 'idempotency_error', message } } };
  }
  if (earlier) return { status: earlier.status, body: earlier.body };
  const { status, body } = breaks ? broken : await call.run(needs, params, id);
  if (!isForgotten.has(status))
    await needs.store.put({ id: answerId, object: 'answered_call', call: made, status, body });
  return { status, body };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
