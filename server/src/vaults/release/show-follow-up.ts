// What an executor can do for a release that nobody opened, as their page shows it.
import type { FollowUp } from '@remembrance/contract/follow-up.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { findFollowUp, isAskingExecutors } from '../vault/follow-up-store.ts';

/** Null before the release, and if the owner did not choose it. */
export async function showFollowUp(
  { database, clock }: { database: Database; clock: Clock },
  vaultId: string,
): Promise<FollowUp | null> {
  const found = await findFollowUp(database, vaultId);
  if (!found) return null;
  const { knownAt, correctionState: state, correctionEmail: email, correctionDueAt: dueAt } = found;
  return {
    isAsked: isAskingExecutors(found, clock.now()),
    knownAt: knownAt?.toISOString() ?? null,
    // The table allows no other state.
    correction:
      state && email && dueAt
        ? { state: state as NonNullable<FollowUp['correction']>['state'], email, dueAt: dueAt.toISOString() }
        : null,
  };
}
