// Remembers whether this process can read the bounce mailbox, for the operator.
import type { Clock } from '../../platform/lib/clock.ts';

interface Failure {
  /** Without addresses, passwords and contents. */
  cause: string;
  /** When it was last read; null if it was not since the start. */
  readAt: Date | null;
}

export interface BounceWatch {
  noteRead(): void;
  noteFailure(cause: string): void;
  /** The last run's failure; null if it succeeded. */
  findFailure(): Failure | null;
}

export function createBounceWatch(clock: Clock): BounceWatch {
  let readAt: Date | null = null;
  let cause: string | null = null;
  return {
    noteRead() {
      readAt = clock.now();
      cause = null;
    },
    noteFailure(why) {
      cause = why;
    },
    findFailure: () => (cause === null ? null : { cause, readAt }),
  };
}
