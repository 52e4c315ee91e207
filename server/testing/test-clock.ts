// The clock of tests: it stands still until it is moved.
import type { Clock } from '../src/lib/clock.ts';

export interface Span {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface TestClock extends Clock {
  /** Time passes: what nobody can set goes on too. */
  pass(span: Span): void;
  moveTo(at: Date): void;
  /** Somebody sets the clock; no time passes. */
  set(by: Span): void;
}

/** Begins at the machine's time, because files carry that one. */
export function createTestClock(): TestClock {
  let at = Date.now();
  let monotonic = 0;
  const elapse = (milliseconds: number) => {
    at += milliseconds;
    monotonic += milliseconds;
  };
  return {
    now: () => new Date(at),
    monotonicMilliseconds: () => monotonic,
    pass: (span) => elapse(millisecondsOf(span)),
    moveTo: (moment) => elapse(moment.getTime() - at),
    set(by) {
      at += millisecondsOf(by);
    },
  };
}

const millisecondsOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): number =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
