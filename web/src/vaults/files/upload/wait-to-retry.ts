// The wait before an upload is retried: until the device is online, then a little longer each time.
import type { UploadFailed } from './upload-file.ts';

/** Attempts per file while online, about three minutes in all. Time offline does not count. */
const maxTries = 9;
const firstWaitSeconds = 1;
const longestWaitSeconds = 30;

export function waitSeconds(failures: number): number {
  return Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** failures);
}

/** @param failure what to throw on giving up */
export async function waitToRetry(failures: number, failure: UploadFailed, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!navigator.onLine) return untilOnline(signal);
  if (failures + 1 >= maxTries) throw failure;
  await untilOnline(signal, waitSeconds(failures) * 1000);
}

/** Resolves when the device comes online or the time has passed, whichever comes first. */
function untilOnline(signal: AbortSignal, maxMilliseconds?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = maxMilliseconds === undefined ? undefined : setTimeout(finish, maxMilliseconds);
    function finish() {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
    window.addEventListener('online', finish);
    signal.addEventListener('abort', finish);
  });
}
