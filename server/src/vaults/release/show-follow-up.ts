// What an executor can do for a release that nobody opened, as their page shows it.
import type { FollowUp } from '@remembrance/contract/follow-up.ts';
import type { Correction } from '@remembrance/contract/vault-parts.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { mustTwoAgree } from '../requests/request-facts.ts';
import { findFollowUp, isAskingExecutors } from '../vault/follow-up-store.ts';
import type { VaultRow } from '../vault/vault-store.ts';

/** Null before the release, and if the owner did not choose it. */
export async function showFollowUp(
  { database, clock }: { database: Database; clock: Clock },
  { vault, executor }: { vault: { id: string; mustAgree: boolean }; executor: { id: string } },
): Promise<FollowUp | null> {
  const found = await findFollowUp(database, vault.id);
  if (!found) return null;
  const correction = correctionOf(found);
  return {
    isAsked: isAskingExecutors(found, clock.now()),
    ...(found.secondEmail && { secondEmail: found.secondEmail }),
    knownAt: found.knownAt?.toISOString() ?? null,
    ...((await mustTwoAgree(database, vault)) && { mustAgree: true as const }),
    correction: correction && { ...correction, ...(found.askedBy === executor.id && { isMine: true as const }) },
  };
}

type Columns = Pick<VaultRow, 'correctionState' | 'correctionEmail' | 'correctionDueAt' | 'recipientEmail'>;

/** The correction of a released vault, as its owner and its executors see it. */
export function correctionOf({ correctionState, correctionEmail, correctionDueAt, ...vault }: Columns) {
  const state = correctionState as Correction['state'] | null; // the table allows no other
  // Once it is made, the columns have changed places.
  const email = state === 'made' ? vault.recipientEmail : correctionEmail;
  return state && email ? { state, email, dueAt: correctionDueAt?.toISOString() ?? null } : null;
}
