// How long signing in restores a deleted account. Pure.
import { accountUndoDays } from '@remembrance/contract/limits.ts';
import { daysLater } from '../../platform/lib/clock.ts';

export const undoUntil = (deletedAt: Date): Date => daysLater(deletedAt, accountUndoDays);

/** Accounts whose deletion was requested before this are purged. */
export const purgedIfDeletedBefore = (now: Date): Date => daysLater(now, -accountUndoDays);

/** Whether signing in no longer restores the account, because it is about to be purged. */
export const isDeletedForGood = ({ deletedAt }: { deletedAt: Date | null }, now: Date): boolean =>
  deletedAt !== null && undoUntil(deletedAt) <= now;
