// Waiting that says what it waits for: a run that is silent for long cannot be told from one that hangs.
import { setTimeout as delay } from 'node:timers/promises';

/** Where a run says how it goes. */
export type Say = (line: string) => void;

const sayEverySeconds = 15;
const pauseMilliseconds = 25;

interface Waiting {
  what: string;
  seconds: number;
  say?: Say;
  /** Once aborted nothing is waited for any more. */
  givenUp?: AbortSignal;
}

/** Answers the first thing that `find` finds; null when its time is over. */
export async function waitFor<T>(find: () => Promise<T | null>, waiting: Waiting): Promise<T | null> {
  const { what, seconds, say = (line) => console.error(line), givenUp } = waiting;
  const began = performance.now();
  const waited = () => (performance.now() - began) / 1000;
  let said = 0;
  while (waited() < seconds && !givenUp?.aborted) {
    const found = await find();
    if (found !== null) return found;
    if (waited() - said > sayEverySeconds) {
      said = waited();
      say(`  waiting for ${what} (${Math.round(said)} of at most ${seconds} s)`);
    }
    await delay(pauseMilliseconds);
  }
  return null;
}
