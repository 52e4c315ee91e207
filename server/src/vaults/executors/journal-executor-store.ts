// Sets an executor in a restored database to the state in the journal. The journal itself is in records/journal/.
import { executors } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { ExecutorCode } from './executor-store.ts';

interface JournalExecutor extends ExecutorCode {
  vaultId: string;
  confirmToken: string | null;
  codeSentAt: string | null;
  person: { name: string; email: string; note: string };
}

/** Sets an executor in a restored database to the state in the journal, or adds them. Their previous code stops working. */
export async function putExecutorState(tx: Transaction, executorId: string, state: JournalExecutor): Promise<void> {
  const { vaultId, person, ...code } = state;
  const codeSentAt = state.codeSentAt === null ? null : new Date(state.codeSentAt);
  const set = { ...person, ...code, codeSentAt };
  await tx
    .insert(executors)
    .values({ id: executorId, vaultId, ...set })
    .onConflictDoUpdate({ target: executors.id, set });
}
