// Makes and mails an executor's code. No row stores the code: it is derived from the vault's key when the letter is sent.
import { codePath } from '@remembrance/contract/executor-card.ts';
import { readTypedCode } from '@remembrance/contract/typed-code.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { QueuedContent } from '../../letters/templates/queued-content.ts';
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
  { executor: before, ...about }: CodeFor,
  replacing?: ExecutorCode,
): Promise<void> {
  const executor = { ...before, ...replacing, codeSentAt: needs.clock.now() };
  const { id: executorId, vaultId, codeSentAt } = executor;
  const confirmSecret = confirmSource(executor, needs.keyring.label());
  const confirmToken = needs.keyring.digest('link-token', deriveSecret(needs.keyring, confirmSecret));
  await markCodeSent(tx, executorId, { ...replacing, confirmToken, codeSentAt });
  const content = codeLetter(needs, { ...about, executor, confirmSecret });
  await queueLetter(needs, tx, { to: { name: executor.name, email: executor.email }, vaultId, content });
  const detail = { executorId, replacesEarlier: about.replacesEarlier };
  await recordAct(needs, tx, { vaultId, actor: 'service', event: 'code-issued', detail });
}

type SentCode = Pick<ExecutorRow, 'id' | 'codeNumber'> & { codeSentAt: Date };

/** The same for every email with this code. @param label of the secret under which the first was written */
export const confirmSource = ({ id, codeNumber, codeSentAt }: SentCode, label: string): SecretSource => ({
  form: 'token',
  of: `executor-confirm ${id} ${codeNumber} ${codeSentAt.toISOString()}`,
  salt: label,
});

interface CodeLetter extends Omit<CodeFor, 'executor'> {
  executor: CodeFor['executor'] & SentCode;
  /** Null if it cannot be derived again. */
  confirmSecret: SecretSource | null;
  isSecond?: true;
}

export function codeLetter(
  { publicUrl }: Pick<CodeNeeds, 'publicUrl'>,
  { executor, vault, ownerName, replacesEarlier, confirmSecret, isSecond }: CodeLetter,
): QueuedContent {
  const { id: executorId, vaultId, codeNumber: number, codeSentAt } = executor;
  return {
    kind: 'executor-code',
    facts: {
      executorName: executor.name,
      ownerName,
      vaultTitle: vault.title,
      recipientName: vault.recipientName,
      code: { before: '', secret: { form: 'executor-code', executorId, number } },
      link: `${publicUrl}${codePath}`,
      card: { vaultId, number, at: codeSentAt.toISOString() },
      replacesEarlier,
      note: executor.note,
      // Browsers never send the part after #, so no log has it.
      ...(confirmSecret && { confirmLink: { before: `${publicUrl}/executor-confirm#`, secret: confirmSecret } }),
      ...(isSecond && { isSecond }),
    },
  };
}
