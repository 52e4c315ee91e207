// Mails an executor their code, or a new code that replaces it, in the caller's transaction.

import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { type ExecutorCode, markCodeSent } from './executor-store.ts';
import { type CodeFor, type CodeNeeds, codeLetter } from './new-code.ts';

/** @param replacing the new code, if there is one */
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
  await recordAct(needs, tx, line);
}
