// Sets a request for a release in a restored database to its last state in the journal: one that was stopped is not released, and one that
// began after the backup still waits.
import type { Transaction } from '../../platform/database/transaction.ts';
import { notifyAgain, type RequestLetterNeeds } from '../../vaults/requests/request-letters.ts';
import { deleteRequest, putRequestState } from '../../vaults/requests/request-store.ts';
import type { Difference } from './journal-differences.ts';

interface Step {
  /** The vaults of this database. */
  here: ReadonlySet<string>;
  /** Those that have ended are followed first, because a vault has one open request at most. */
  isOpen: boolean;
}

/** Emails that were lost with the disaster are written again; the once-keys of those that were sent are in the ledger by now. */
export async function followRequest(
  needs: RequestLetterNeeds,
  tx: Transaction,
  { id, state, isHere }: Difference<'request'>,
  { here, isOpen }: Step,
): Promise<boolean> {
  if (!state) {
    if (isHere && !isOpen) await deleteRequest(tx, id);
    return isHere && !isOpen;
  }
  if (!here.has(state.vaultId) || (state.endedAt === null) !== isOpen) return false;
  await putRequestState(tx, id, state);
  await notifyAgain(needs, tx, id);
  return true;
}
