// How long a session lives. Pure.
import { sessionDays } from '@remembrance/contract/limits.ts';
import { daysLater } from '../../platform/lib/clock.ts';

/** A session expires after this many days without a visit. */
const idleDays = 7;

export const firstExpiry = (now: Date): Date => daysLater(now, idleDays);

/** The new expiry after a visit, or null if it would change by less than a day, so that one write a day is enough. */
export function laterExpiry(session: { createdAt: Date; expire: Date }, now: Date): Date | null {
  const wanted = Math.min(daysLater(now, idleDays).getTime(), daysLater(session.createdAt, sessionDays).getTime());
  return wanted >= daysLater(session.expire, 1).getTime() ? new Date(wanted) : null;
}
