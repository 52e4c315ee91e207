// Starts the service. While something that it needs is away, such as the database, it waits, and says once what it waits for.
import { setTimeout as delay } from 'node:timers/promises';
import { explainFault, isPassing } from './explain-fault.ts';

const pauseMilliseconds = 2000;

interface Wait {
  say: (line: string) => void;
  /** Shorter in tests. */
  pause?: () => Promise<unknown>;
}

/** @throws what will not pass */
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
