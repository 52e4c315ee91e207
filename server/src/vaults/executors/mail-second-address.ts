// Mails the code of an executor to their second address, if the email to the first may not have arrived: it is in doubt, was given up, or was
// not confirmed for three days. Once for each code.

import { type Keyring, labelIn, SecretMissing } from '../../keys/secret/keyring.ts';
import { deriveSecret } from '../../keys/secret/mailed-secret.ts';
import { queueLetter } from '../../letters/ledger/queue-letter.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { type ExecutorRow, lockVaultOfExecutors } from './executor-store.ts';
import { type CodeNeeds, codeLetter, confirmSource } from './new-code.ts';
import { findSecondDue } from './second-address-store.ts';

interface Due {
  executorId: string;
  vaultId: string;
  ownerId: string;
}

export async function mailSecondAddress(needs: CodeNeeds, tx: Transaction, { executorId, ...of }: Due): Promise<void> {
  const vault = await lockVaultOfExecutors(tx, of);
  const due = vault && (await findSecondDue(tx, executorId, needs.clock.now()));
  const { secondEmail, codeSentAt } = due?.executor ?? {};
  if (!due || !secondEmail || !codeSentAt) return;
  const { replacesEarlier, onceKey } = due;
  const executor = { ...due.executor, codeSentAt };
  const confirmSecret = sourceOf(needs.keyring, executor, due.confirmToken);
  const about = { executor, vault, ownerName: ownerName(due.owner), replacesEarlier, confirmSecret };
  const content = codeLetter(needs, { ...about, isSecond: true });
  await queueLetter(needs, tx, {
    to: { name: executor.name, email: secondEmail },
    vaultId: vault.id,
    onceKey,
    content,
  });
  const detail = { executorId };
  await recordAct(needs, tx, { vaultId: vault.id, actor: 'service', event: 'code-sent-to-second', detail });
}

/** Of the link in the first email. Null if a process of version 1.0.0 wrote that, or its secret was retired. */
function sourceOf(keyring: Keyring, executor: ExecutorRow & { codeSentAt: Date }, confirmToken: string | null) {
  const source = confirmSource(executor, labelIn(confirmToken ?? ''));
  try {
    return keyring.digests('link-token', deriveSecret(keyring, source)).some((digest) => digest === confirmToken)
      ? source
      : null;
  } catch (error) {
    if (error instanceof SecretMissing) return null;
    throw error;
  }
}
