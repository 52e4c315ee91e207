// When another mailbox code may be sent. The limit protects the mailbox from anyone who requests codes. There is always a
// working code or one that may be sent, so nobody can use up the letters and lock the recipient out. Pure.
import { mailedCode as limits } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../../platform/lib/clock.ts';

export const letterWindowMinutes = 60;

/** The earliest moment another code may be mailed, from the mailing times of the last hour, newest first. */
export function nextCodeAt(mailedAt: readonly Date[], now: Date): Date {
  const [newest] = mailedAt;
  if (!newest) return now;
  const last = mailedAt[limits.quickLettersPerHour - 1];
  const soon = minutesLater(newest, limits.resendMinutes);
  const quick = last ? latest(soon, minutesLater(last, letterWindowMinutes)) : soon;
  return earliest(quick, minutesLater(newest, limits.minutes));
}

/**
 * The earliest moment the first code for another browser may be mailed. The first letters of an hour need not wait for each other,
 * because each is for a browser that has none.
 */
export const firstCodeAt = (mailedAt: readonly Date[], now: Date): Date =>
  mailedAt.length < limits.quickLettersPerHour ? now : nextCodeAt(mailedAt, now);

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date, other: Date): Date => (one < other ? one : other);
