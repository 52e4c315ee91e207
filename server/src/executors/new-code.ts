// Makes an executor's code. Only the letter has the code itself; what is stored of it is a digest.
import { codePath } from '@remembrance/contract/executor-card.ts';
import { accessCodeCharacters } from '@remembrance/contract/limits.ts';
import type { AuditLine } from '../audit/audit-store.ts';
import type { NewLetterInput, QueueLetterNeeds } from '../letters/queue-letters.ts';
import { newLinkToken } from '../lib/ids.ts';
import { newTypedCode, readTypedCode } from '../lib/typed-code.ts';
import type { ExecutorRow, NewCode } from './executor-store.ts';

const codeGroupLength = 5;

export interface CodeNeeds extends QueueLetterNeeds {
  publicUrl: string;
}
export interface CodeFor {
  executor: Pick<ExecutorRow, 'id' | 'vaultId' | 'name' | 'email' | 'note'>;
  vault: { title: string; recipientName: string };
  ownerName: string;
  /** Whether this replaces an earlier code, which then stops working. */
  replacesEarlier: boolean;
}

/** A new code: what is stored of it, its letter and its audit line. */
export function newCode(
  needs: CodeNeeds,
  { executor, vault, ownerName, replacesEarlier, number }: CodeFor & { number: number },
) {
  const code = newTypedCode(accessCodeCharacters, codeGroupLength);
  const now = needs.clock.now();
  const token = newLinkToken();
  const stored: NewCode = {
    accessCode: needs.keyring.digest('access-code', readTypedCode(code)),
    confirmToken: needs.keyring.digest('link-token', token),
    codeSentAt: now,
  };
  const letter: NewLetterInput = {
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
        card: { vaultId: executor.vaultId, number, at: now.toISOString() },
        replacesEarlier,
        note: executor.note,
        // The part after # is never sent to a server, so no log has it.
        confirmLink: `${needs.publicUrl}/executor-confirm#${token}`,
      },
    },
  };
  const line: AuditLine = {
    vaultId: executor.vaultId,
    actor: 'service',
    event: 'code-issued',
    detail: { executorId: executor.id, replacesEarlier },
  };
  return { stored, letter, line };
}
