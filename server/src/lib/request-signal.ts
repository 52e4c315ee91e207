// Whether anybody still waits for what is being done: a request that its caller has left needs no more work.
import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Does the work of one request; the signal is aborted when its caller is gone before the answer. */
export const doForRequest = <T>(signal: AbortSignal, work: () => T): T => signals.run(signal, work);

/** The signal of the request this is done for; none outside of requests. */
export const requestSignal = (): AbortSignal | undefined => signals.getStore();
