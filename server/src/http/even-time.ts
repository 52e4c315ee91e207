// Replies that do not reveal by their time whether an address is known.
import { setTimeout } from 'node:timers/promises';

export interface EvenTimeNeeds {
  /** Replaced in tests. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** The minimum response time. Queueing letters takes less. */
const evenMilliseconds = 300;

/** Waits for the work, and at least for the time that it never takes. */
export async function evenly({ pause = setTimeout }: EvenTimeNeeds, work: Promise<void>): Promise<void> {
  await Promise.all([work, pause(evenMilliseconds)]);
}
