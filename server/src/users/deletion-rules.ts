// How long the deletion of an account can be taken back. Pure.
import { accountUndoDays } from '@remembrance/contract/limits.ts';
import { daysLater } from '../lib/clock.ts';

export const undoUntil = (deletedAt: Date): Date => daysLater(deletedAt, accountUndoDays);

/** Accounts whose deletion was asked for before this are for the purge. */
export const purgedIfDeletedBefore = (now: Date): Date => daysLater(now, -accountUndoDays);

/** Whether nothing is left to take back: signing in no longer does, and the purge comes soon or has come. */
export const isDeletedForGood = ({ deletedAt }: { deletedAt: Date | null }, now: Date): boolean =>
  deletedAt !== null && undoUntil(deletedAt) <= now;
