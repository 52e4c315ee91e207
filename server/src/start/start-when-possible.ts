// Starts the service. While something it needs is unavailable, such as the database, it waits, and reports the reason once.
import { setTimeout as delay } from 'node:timers/promises';
import { explainFault, isPassing } from './explain-fault.ts';

const pauseMilliseconds = 2000;

interface Wait {
  say: (line: string) => void;
  /** Tests set a shorter time. */
  pause?: () => Promise<unknown>;
}

/** @throws any fault that is not temporary */
export async function startWhenPossible<Started>(
  start: () => Promise<Started>,
  { say, pause = () => delay(pauseMilliseconds) }: Wait,
): Promise<Started> {
  for (let said = ''; ; await pause()) {
    try {
      return await start();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const line = `${explainFault(error)} The start waits for it.`;
      if (line !== said) say(line);
      said = line;
    }
  }
}
