// The only source of time. Production reads the machine's clock; tests set their own.
import { readFileSync } from 'node:fs';
import os from 'node:os';

export interface Clock {
  now(): Date;
  /**
   * Milliseconds from a clock that nobody can set: the machine's uptime. It continues while a laptop sleeps, so that a night
   * of sleep does not look like a clock jump.
   */
  monotonicMilliseconds(): number;
  /** The machine's current boot, in which the uptime counts without a gap. Null if the system does not name it. */
  readonly bootId: string | null;
  /** The time that the database's clock shows. Tests replace it like the machine's. */
  ofDatabase(shown: Date): Date;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMilliseconds: () => os.uptime() * 1000,
  bootId: readBootId(),
  ofDatabase: (shown) => shown,
};

function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null; // only Linux has one
  }
}

export const secondsLater = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);
export const minutesLater = (from: Date, minutes: number): Date => secondsLater(from, minutes * 60);
export const daysLater = (from: Date, days: number): Date => secondsLater(from, days * 86_400);

/** The clocks of two machines differ by less than this. */
export const clockSkewSeconds = 60;

/**
 * Whether a wait of at most `seconds` continues. One that would take longer was started while the clock was ahead. It is over, or
 * somebody would wait for years.
 */
export const isWaiting = (until: Date, seconds: number, now: Date): boolean =>
  until > now && until <= secondsLater(now, seconds + clockSkewSeconds);
