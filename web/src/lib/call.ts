// Calls the service: takes an endpoint of the contract, and returns its typed reply or throws a CallError.

import type { BodySent, Endpoint, ReplyOf } from '@remembrance/contract/endpoint.ts';
import { accountHeader, idempotencyKeyHeader } from '@remembrance/contract/headers.ts';
import type { EditConflict, Problem } from '@remembrance/contract/problem.ts';
import type { output } from 'zod/mini';
import { abortAfter } from './browser/abort-after.ts';
import { askForProof } from './proof-gate.ts';

/** A call's input, with only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = Part<'params', output<E['params']>> &
  Part<'query', output<E['query']>> &
  Part<'body', BodySent<E>> & {
    /** Sent as the Idempotency-Key: the same key marks the same call sent again. */
    repeatKey?: string;
  };

type Part<Name extends string, Shape> = keyof Shape extends never
  ? { [key in Name]?: never }
  : Record<string, never> extends Shape
    ? { [key in Name]?: Shape }
    : { [key in Name]: Shape };

type Values = Record<string, unknown>;
interface AnyInput {
  params?: Values | undefined;
  query?: Values | undefined;
  body?: unknown;
  repeatKey?: string | undefined;
}

/** The input is optional if nothing in it is required. */
type InputArgument<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface RefusalFacts {
  code?: string | undefined;
  /** A short description of what was refused. */
  title?: string | undefined;
  /** The sentence for each refused field, by its name in the body. */
  fields?: Record<string, string> | undefined;
  retryAt?: string | undefined;
  releasedAt?: string | undefined;
  /** Both versions of a refused edit. */
  conflict?: EditConflict | undefined;
  /** The response's reason if it has no readable sentence; otherwise the detail. */
  reason?: string | undefined;
}

/** The status of a call without any response. */
export const noAnswer = 0;

/** A call that was refused or got no response. Its message is '{status}: {reason}'; people see the detail. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly detail: string;
  readonly reason: string;
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly retryAt: string | undefined;
  readonly releasedAt: string | undefined;
  readonly conflict: EditConflict | undefined;

  constructor(status: number, detail: string, facts: RefusalFacts = {}) {
    const { reason = detail } = facts;
    super(`${status}: ${reason}`);
    this.status = status;
    this.detail = detail;
    this.reason = reason;
    this.code = facts.code;
    this.title = facts.title;
    this.fields = facts.fields;
    this.retryAt = facts.retryAt;
    this.releasedAt = facts.releasedAt;
    this.conflict = facts.conflict;
  }
}

/** Sends a call. If the service requires a proof, the owner is asked for it and the call is sent again. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: InputArgument<E>): Promise<ReplyOf<E>> {
  const { params, query, body, repeatKey } = (input ?? {}) as AnyInput;
  const send = () => request(endpoint.method, callPath(endpoint.path, params, query), body, repeatKey);
  return (await send().catch(async (error: unknown) => {
    if (isProofNeeded(error) && (await askForProof(error.detail))) return send();
    throw error;
  })) as ReplyOf<E>;
}

let account: string | undefined;

/** From now on this page writes for one owner; the service refuses its writes in the session of another one. */
export function writeFor(ownerId: string): void {
  account = ownerId;
}

/** The headers of a write. */
export const accountHeaders = (): Record<string, string> => (account === undefined ? {} : { [accountHeader]: account });

/** Sends raw bytes to an endpoint without parameters. */
export async function sendBytes<E extends Endpoint>({ method, path }: E, bytes: Blob): Promise<ReplyOf<E>> {
  const headers = { 'content-type': bytes.type, ...accountHeaders() };
  return (await answerOf(await send(path, { method, credentials: 'include', headers, body: bytes }))) as ReplyOf<E>;
}

/** Sends a request and returns its JSON, or undefined for a response without content. */
export async function request(method: string, path: string, body?: unknown, repeatKey?: string): Promise<unknown> {
  const headers = {
    ...(method !== 'GET' && accountHeaders()),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(body !== undefined && repeatKey !== undefined && { [idempotencyKeyHeader]: `"${repeatKey}"` }),
  };
  const init = { method, credentials: 'include', ...(body !== undefined && { body: JSON.stringify(body) }) } as const;
  return answerOf(await send(path, Object.keys(headers).length > 0 ? { ...init, headers } : init));
}

async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) throw await refusalOf(response);
  const text = await textOf(response);
  return text === '' ? undefined : JSON.parse(text);
}

/** Fills encoded values into a path such as `/api/vaults/:id`. */
export function callPath(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const asked = search.toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}

/** Heard by the notice that names who is signed in instead. */
export const otherAccountEvent = 'another-account';

const isProofNeeded = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'proof-needed';

/** Whether an error means that nobody is signed in. A proxy may answer 401 for its own reasons. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401 && error.reason.includes('Unauthorized');

/** The service's readable sentence, or the fallback for an error without one, such as a bare status text. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  error instanceof CallError && (error.code !== undefined || error.status === noAnswer) ? error.detail : fallback;

export const unreachableSentence = 'The service could not be reached. Please check your connection and try again.';
/** For a failure without a readable explanation, such as a proxy's page while the service restarts. */
export const unexplainedSentence = 'Something went wrong on our side. Please try again in a moment.';

/** Longer than any answer to a read takes on the slowest connection; then the page offers to try again. */
const readMilliseconds = 60_000;

/** A write is never given up: it may have arrived. */
async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init.method === 'GET' ? { ...init, signal: abortAfter(readMilliseconds) } : init);
  } catch {
    throw new CallError(noAnswer, unreachableSentence);
  }
}

/** The connection may be lost in the middle of a response. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw new CallError(noAnswer, unreachableSentence);
  }
}

async function refusalOf(response: Response): Promise<CallError> {
  const text = await textOf(response);
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) {
    const { detail, ...facts } = JSON.parse(text) as Problem;
    if (facts.code === 'another-account') window.dispatchEvent(new Event(otherAccountEvent));
    return new CallError(response.status, detail, facts);
  }
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  const reason = isPage ? titleOf(text) : text;
  return new CallError(response.status, unexplainedSentence, { reason: reason || response.statusText });
}

const titleOf = (page: string): string => /<title>([^<]*)/i.exec(page)?.[1]?.trim() ?? '';
