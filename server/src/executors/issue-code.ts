// Issues an executor's code: the row stores its digest, only the letter has the code. Both in the caller's transaction.
import { countCodesIssued, recordAudit } from '../audit/audit-store.ts';
import type { Transaction } from '../database/transaction.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { setAccessCode } from './executor-store.ts';
import { type CodeFor, type CodeNeeds, newCode } from './new-code.ts';

export type { CodeNeeds };

export async function issueCode(needs: CodeNeeds, tx: Transaction, input: CodeFor): Promise<void> {
  const { id: executorId, vaultId } = input.executor;
  const number = 1 + (await countCodesIssued(tx, { vaultId, executorId }));
  const { stored, letter, line } = newCode(needs, { ...input, number });
  await setAccessCode(tx, executorId, stored);
  await queueLetter(needs, tx, letter);
  await recordAudit(needs, tx, line);
}
