// The clock of tests: it stands still until it is moved.
import type { Clock } from '../lib/clock.ts';

export interface Span {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface TestClock extends Clock {
  pass(span: Span): void;
  moveTo(at: Date): void;
}

/** Begins at the machine's time, because files carry that one. */
export function createTestClock(): TestClock {
  let at = Date.now();
  return {
    now: () => new Date(at),
    pass({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    },
    moveTo(moment) {
      at = moment.getTime();
    },
  };
}
