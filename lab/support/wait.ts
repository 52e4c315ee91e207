// Waits and reports what it waits for, so that a slow run can be distinguished from one that hangs.
import { setTimeout as delay } from 'node:timers/promises';

/** Prints the progress of a run. */
export type Log = (line: string) => void;

const logEverySeconds = 15;
const pauseMilliseconds = 25;

interface Waiting {
  what: string;
  seconds: number;
  log?: Log;
  /** Aborts all waiting. */
  givenUp?: AbortSignal;
}

/** Returns the first non-null result of `find`, or null after the timeout. */
export async function waitFor<T>(find: () => Promise<T | null>, waiting: Waiting): Promise<T | null> {
  const { what, seconds, log = (line) => console.error(line), givenUp } = waiting;
  const began = performance.now();
  const waited = () => (performance.now() - began) / 1000;
  let logged = 0;
  while (waited() < seconds && !givenUp?.aborted) {
    const found = await find();
    if (found !== null) return found;
    if (waited() - logged > logEverySeconds) {
      logged = waited();
      log(`  waiting for ${what} (${Math.round(logged)} of at most ${seconds} s)`);
    }
    await delay(pauseMilliseconds);
  }
  return null;
}
