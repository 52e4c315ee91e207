// Issues an executor's code: the row stores its digest, only the letter has the code. Both in the caller's transaction.
import { cardPath, codePath, writeCard } from '@remembrance/contract/executor-card.ts';
import { countCodesIssued, recordAudit } from '../audit/audit-store.ts';
import type { Transaction } from '../database/transaction.ts';
import { type QueueLetterNeeds, queueLetter } from '../letters/queue-letter.ts';
import { newLinkToken } from '../lib/ids.ts';
import { newTypedCode, readTypedCode } from '../lib/typed-code.ts';
import { type ExecutorRow, setAccessCode } from './executor-store.ts';

/** 100 random bits. */
const codeLength = 20;
const codeGroupLength = 5;

export interface CodeNeeds extends QueueLetterNeeds {
  publicUrl: string;
}
interface CodeFor {
  executor: ExecutorRow;
  vault: { title: string; recipientName: string };
  ownerName: string;
  /** Whether this replaces an earlier code, which then stops working. */
  replacesEarlier: boolean;
}

export async function issueCode(needs: CodeNeeds, tx: Transaction, input: CodeFor): Promise<void> {
  const { executor, vault, ownerName, replacesEarlier } = input;
  const code = newTypedCode(codeLength, codeGroupLength);
  const number = 1 + (await countCodesIssued(tx, { vaultId: executor.vaultId, executorId: executor.id }));
  const date = needs.clock.now().toISOString().slice(0, 10);
  const card = writeCard({ code, vault: executor.vaultId, title: vault.title, owner: ownerName, number, date });
  const token = newLinkToken();
  await setAccessCode(tx, executor.id, {
    accessCode: needs.keyring.digest('access-code', readTypedCode(code)),
    confirmToken: needs.keyring.digest('link-token', token),
    codeSentAt: needs.clock.now(),
  });
  await queueLetter(needs, tx, {
    to: { name: executor.name, email: executor.email },
    vaultId: executor.vaultId,
    content: {
      kind: 'executor-code',
      facts: {
        executorName: executor.name,
        ownerName,
        vaultTitle: vault.title,
        recipientName: vault.recipientName,
        code,
        link: `${needs.publicUrl}${codePath}`,
        cardLink: `${needs.publicUrl}${cardPath}#${card}`,
        replacesEarlier,
        note: executor.note,
        // The part after # is never sent to a server, so no log has it.
        confirmLink: `${needs.publicUrl}/executor-confirm#${token}`,
      },
    },
  });
  await recordAudit(needs, tx, {
    vaultId: executor.vaultId,
    actor: 'service',
    event: 'code-issued',
    detail: { executorId: executor.id, replacesEarlier },
  });
}
