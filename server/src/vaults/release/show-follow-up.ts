// What an executor can do for a release that nobody opened, as their page shows it.
import type { FollowUp } from '@remembrance/contract/follow-up.ts';
import type { Correction } from '@remembrance/contract/vault-parts.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { findFollowUp, isAskingExecutors } from '../vault/follow-up-store.ts';
import type { VaultRow } from '../vault/vault-store.ts';

/** Null before the release, and if the owner did not choose it. */
export async function showFollowUp(
  { database, clock }: { database: Database; clock: Clock },
  vaultId: string,
): Promise<FollowUp | null> {
  const found = await findFollowUp(database, vaultId);
  if (!found) return null;
  return {
    isAsked: isAskingExecutors(found, clock.now()),
    knownAt: found.knownAt?.toISOString() ?? null,
    correction: correctionOf(found),
  };
}

type Columns = Pick<VaultRow, 'correctionState' | 'correctionEmail' | 'correctionDueAt' | 'recipientEmail'>;

/** The correction of a released vault, as its owner and its executors see it. */
export function correctionOf({ correctionState, correctionEmail, correctionDueAt, ...vault }: Columns) {
  const state = correctionState as Correction['state'] | null; // the table allows no other
  // Once it is made, the columns have changed places.
  const email = state === 'made' ? vault.recipientEmail : correctionEmail;
  return state && email && correctionDueAt ? { state, email, dueAt: correctionDueAt.toISOString() } : null;
}
