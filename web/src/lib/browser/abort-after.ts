// A signal that aborts what takes too long. `AbortSignal.timeout` is missing in Safari before 16.
export function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
