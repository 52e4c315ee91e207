// Makes the abort signal of the current request available to its work, which stops when the caller disconnects.
import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<() => AbortSignal>();

/** Runs the work of one request. Its signal aborts if the caller disconnects before the reply; it is created on demand. */
export const runForRequest = <T>(signal: () => AbortSignal, work: () => T): T => signals.run(signal, work);

/** The signal of the current request; undefined outside of requests. */
export const requestSignal = (): AbortSignal | undefined => signals.getStore()?.();
