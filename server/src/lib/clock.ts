// The one source of time. Production reads the machine's clock; tests move theirs by hand.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const secondsLater = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);
export const minutesLater = (from: Date, minutes: number): Date => secondsLater(from, minutes * 60);
export const daysLater = (from: Date, days: number): Date => secondsLater(from, days * 86_400);
