// What an executor can do for a release that nobody opened, as their page shows it.
import type { FollowUp } from '@remembrance/contract/follow-up.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { mustTwoAgree } from '../requests/request-facts.ts';
import { findFollowUp, isAskingExecutors } from '../vault/follow-up-store.ts';

/** Null before the release, and if the owner did not choose it. */
export async function showFollowUp(
  { database, clock }: { database: Database; clock: Clock },
  { vault, executor }: { vault: { id: string; mustAgree: boolean }; executor: { id: string } },
): Promise<FollowUp | null> {
  const found = await findFollowUp(database, vault.id);
  if (!found) return null;
  const { knownAt, correctionState: state, correctionEmail: email, correctionDueAt: dueAt } = found;
  return {
    isAsked: isAskingExecutors(found, clock.now()),
    knownAt: knownAt?.toISOString() ?? null,
    ...((await mustTwoAgree(database, vault)) && { mustAgree: true as const }),
    correction:
      state && email
        ? {
            state: state as NonNullable<FollowUp['correction']>['state'], // the table allows no other
            email,
            dueAt: dueAt?.toISOString() ?? null,
            ...(found.askedBy === executor.id && { isMine: true as const }),
          }
        : null,
  };
}
