// The sandbox's responses: an object, or an error in Stripe's format. A response without `error` would count as success.
import type Stripe from 'stripe';
import type { SandboxObjects } from './objects.ts';
import type { SandboxStore } from './store.ts';

export interface Answer {
  status: number;
  body: unknown;
}

/** The dependencies of a call: the store, the time, and a function that emits events. All are in one transaction. */
export interface CallNeeds {
  store: SandboxStore;
  now: Date;
  emit(type: Stripe.Event['type'], object: unknown): Promise<void>;
}

export interface SandboxCall {
  /** The names of its parameters, without the bracketed parts. */
  params: readonly string[];
  run(needs: CallNeeds, params: URLSearchParams, id: string): Promise<Answer>;
}

type Run = SandboxCall['run'];

/** A call with these parameters, which Stripe's type for it must have. */
export const call = <Params>(run: Run, params: (keyof Params & string)[]): SandboxCall => ({ params, run });

/** A call about the object whose id is in its path. */
export const on =
  <Kind extends keyof SandboxObjects>(
    kind: Kind,
    run: (needs: CallNeeds, object: SandboxObjects[Kind], params: URLSearchParams) => Promise<Answer>,
  ): Run =>
  async (needs, params, id) => {
    const object = await needs.store.get(kind, id);
    return object ? run(needs, object, params) : missing(kind, id);
  };

export const ok = (body: unknown): Answer => ({ status: 200, body });

interface Fault {
  code?: string;
  message: string;
  param?: string;
}

export const invalid = (fault: Fault, status = 400): Answer => ({
  status,
  body: { error: { type: status === 401 ? 'authentication_error' : 'invalid_request_error', ...fault } },
});

export const missing = (kind: string, id: string): Answer =>
  invalid({ code: 'resource_missing', message: `No such ${kind}: '${id}'`, param: 'id' }, 404);
