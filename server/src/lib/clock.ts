// The one source of time. Production reads the machine's clock; tests move theirs by hand.
import os from 'node:os';

export interface Clock {
  now(): Date;
  /**
   * Milliseconds since some moment, never set by anyone: the machine's uptime. It goes on while a laptop sleeps, so that a
   * night of sleep is no jump of the clock.
   */
  monotonicMilliseconds(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonicMilliseconds: () => os.uptime() * 1000 };

export const secondsLater = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);
export const minutesLater = (from: Date, minutes: number): Date => secondsLater(from, minutes * 60);
export const daysLater = (from: Date, days: number): Date => secondsLater(from, days * 86_400);
