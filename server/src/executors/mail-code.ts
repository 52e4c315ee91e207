// Mails an executor the code that they have, or a new one in its place, in the caller's transaction.
import { recordAudit } from '../audit/audit-store.ts';
import type { Transaction } from '../database/transaction.ts';
import { queueLetter } from '../letters/queue-letter.ts';
import { type ExecutorCode, markCodeSent } from './executor-store.ts';
import { type CodeFor, type CodeNeeds, codeLetter } from './new-code.ts';

/** @param replacing the new code, if it is one */
export async function mailCode(
  needs: CodeNeeds,
  tx: Transaction,
  input: CodeFor,
  replacing?: ExecutorCode,
): Promise<void> {
  const executor = { ...input.executor, ...replacing };
  const { stored, letter, line } = codeLetter(needs, { ...input, executor });
  await markCodeSent(tx, executor.id, { ...replacing, ...stored });
  await queueLetter(needs, tx, letter);
  await recordAudit(needs, tx, line);
}
