// Sets an executor in a restored database to the state in the journal. The journal itself is in records/journal/.
import { executors } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';

/** Sets an executor in a restored database to the state in the journal, or adds them. Their previous code stops working. */
export async function putExecutorState(
  tx: Transaction,
  executorId: string,
  state: JournalStates['executor'],
): Promise<void> {
  const { vaultId, person, ...code } = state;
  const codeSentAt = state.codeSentAt === null ? null : new Date(state.codeSentAt);
  const set = { ...person, ...code, codeSentAt };
  await tx
    .insert(executors)
    .values({ id: executorId, vaultId, ...set })
    .onConflictDoUpdate({ target: executors.id, set });
}
