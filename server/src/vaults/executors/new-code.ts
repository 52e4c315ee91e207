// Makes and mails an executor's code. No row stores the code: it is derived from the vault's key when the letter is sent.
import { codePath } from '@remembrance/contract/executor-card.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource } from '../../keys/secret/mailed-secret.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newSalt } from '../../platform/lib/ids.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { type ExecutorCode, type ExecutorRow, markCodeSent } from './executor-store.ts';

export interface CodeNeeds extends QueueLetterNeeds {
  publicUrl: string;
}
interface CodeFor {
  executor: Pick<ExecutorRow, 'id' | 'vaultId' | 'name' | 'email' | 'note' | 'codeNumber'>;
  vault: { title: string; recipientName: string };
  ownerName: string;
  /** Whether this replaces a previous code, which then stops working. */
  replacesEarlier: boolean;
}

/** An executor's first code, or the one after `earlier`. @throws {Refusal} vault-unreadable */
export function newCode(
  { keyring }: { keyring: Keyring },
  texts: VaultTexts,
  { id: executorId, codeNumber: earlier = 0 }: { id: string; codeNumber?: number },
): ExecutorCode {
  const [codeNumber, codeSalt] = [earlier + 1, newSalt(16).toString('base64url')];
  const code = texts.deriveCode({ executorId, number: codeNumber, salt: codeSalt });
  return { accessCode: keyring.digest('access-code', readTypedCode(code)), codeSalt, codeNumber };
}

/** Mails an executor their code, in the caller's transaction. @param replacing the new code, if it replaces one */
export async function mailCode(
  needs: CodeNeeds,
  tx: Transaction,
  { vault, ownerName, replacesEarlier, ...input }: CodeFor,
  replacing?: ExecutorCode,
): Promise<void> {
  const now = needs.clock.now();
  const executor = { ...input.executor, ...replacing };
  const { id: executorId, vaultId, codeNumber: number } = executor;
  const confirmSecret = newSource(needs.keyring, 'token', `executor-confirm ${executorId}`);
  const confirmToken = needs.keyring.digest('link-token', deriveSecret(needs.keyring, confirmSecret));
  await markCodeSent(tx, executorId, { ...replacing, confirmToken, codeSentAt: now });
  await queueLetter(needs, tx, {
    to: { name: executor.name, email: executor.email },
    vaultId,
    content: {
      kind: 'executor-code',
      facts: {
        executorName: executor.name,
        ownerName,
        vaultTitle: vault.title,
        recipientName: vault.recipientName,
        code: { before: '', secret: { form: 'executor-code', executorId, number } },
        link: `${needs.publicUrl}${codePath}`,
        card: { vaultId, number, at: now.toISOString() },
        replacesEarlier,
        note: executor.note,
        // Browsers never send the part after #, so no log has it.
        confirmLink: { before: `${needs.publicUrl}/executor-confirm#`, secret: confirmSecret },
      },
    },
  });
  await recordAct(needs, tx, {
    vaultId,
    actor: 'service',
    event: 'code-issued',
    detail: { executorId, replacesEarlier },
  });
}
