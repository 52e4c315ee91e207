// Mails an executor the code that they have, or a new one in its place, in the caller's transaction.

import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
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
  await recordAct(needs, tx, line);
}
