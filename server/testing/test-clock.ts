// The test clock: time is frozen until a test moves it.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../src/platform/lib/clock.ts';

export interface Span {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface TestClock extends Clock {
  /** Lets time pass, on the wall clock and the monotonic clock. */
  pass(span: Span): void;
  moveTo(at: Date): void;
  /** Sets the wall clock without time passing, and the database's, which is the same machine's. */
  set(by: Span): void;
  /** Sets only the database's clock. */
  setDatabase(by: Span): void;
  /** Begins another boot, with an uptime of zero. */
  reboot(): void;
}

/** Starts at the machine's time, because file timestamps use it. */
export function createTestClock(): TestClock {
  let at = Date.now();
  let monotonic = 0;
  let databaseAhead = 0;
  let bootId = randomUUID();
  const elapse = (milliseconds: number) => {
    at += milliseconds;
    monotonic += milliseconds;
  };
  return {
    now: () => new Date(at),
    monotonicMilliseconds: () => monotonic,
    get bootId() {
      return bootId;
    },
    ofDatabase: () => new Date(at + databaseAhead),
    pass: (span) => elapse(millisecondsOf(span)),
    moveTo: (moment) => elapse(moment.getTime() - at),
    set(by) {
      at += millisecondsOf(by);
    },
    setDatabase(by) {
      databaseAhead += millisecondsOf(by);
    },
    reboot() {
      bootId = randomUUID();
      monotonic = 0;
    },
  };
}

const millisecondsOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
