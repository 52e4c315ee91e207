// When a recipient's code is mailed. Anyone who asks, the mailbox is not filled; and there is always either a code in it that
// works or one that may be sent, so that nobody can use the letters up and leave the recipient without. Pure.
import { recipientCode as limits } from '@remembrance/contract/limits.ts';
import { minutesLater } from '../lib/clock.ts';

export const letterWindowMinutes = 60;

/** The first moment another code may be mailed, by when the earlier ones of the last hour were, newest first. */
export function nextCodeAt(mailedAt: readonly Date[], now: Date): Date {
  const [newest] = mailedAt;
  if (!newest) return now;
  const last = mailedAt[limits.quickLettersPerHour - 1];
  const soon = minutesLater(newest, limits.resendMinutes);
  const quick = last ? latest(soon, minutesLater(last, letterWindowMinutes)) : soon;
  return earliest(quick, minutesLater(newest, limits.minutes));
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
const earliest = (one: Date, other: Date): Date => (one < other ? one : other);
