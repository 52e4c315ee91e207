// What an undo link restores in a vault, as it is now and as it was stored: to compare with an earlier state, and to keep before it is replaced.
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import { readStoredFiles } from '../../files/stored/save-files.ts';
import type { Change } from '../../people/owner-changes/report-change.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type HashedQuestion, listQuestions } from '../recipients/question-store.ts';
import { findVaultState, type VaultRow } from '../vault/vault-store.ts';

/** Without the ids, which change with every save. */
export const stateOfQuestions = (questions: readonly HashedQuestion[]) => ({
  questions: questions.map(({ question, answer, otherAnswers, spellings }) => ({
    question,
    answer,
    otherAnswers,
    spellings,
  })),
});

/** The second address belongs to the same person: it goes with the first, and comes back with it. */
export const recipientOf = ({
  recipientName,
  recipientEmail,
  recipientSecondEmail,
}: Pick<VaultRow, 'recipientName' | 'recipientEmail' | 'recipientSecondEmail'>) => ({
  name: recipientName,
  email: recipientEmail,
  ...(recipientSecondEmail && { secondEmail: recipientSecondEmail }),
});

/** Null for a kind of change that changes nothing of this, and for a vault that is gone. The caller must hold the vault's lock. */
export async function readVaultState(
  tx: Transaction,
  vaultId: string | null,
  kind: OwnerChangeKind,
): Promise<NonNullable<Change['earlier']> | null> {
  const vault = vaultId ? (await findVaultState(tx, vaultId))?.vault : null;
  if (!vault) return null;
  switch (kind) {
    case 'title':
      return { title: vault.title };
    case 'recipient':
      return recipientOf(vault);
    case 'release-date':
      return { releaseDate: vault.scheduledReleaseDate?.toISOString() ?? null };
    case 'delivery':
      return { recipientSecondEmail: vault.recipientSecondEmail, followUp: vault.followUp };
    case 'release-settings':
      return { waitHours: vault.waitHours, mustAgree: vault.mustAgree };
    case 'questions':
      return stateOfQuestions(await listQuestions(tx, vault.id));
    case 'content': {
      const files = await readStoredFiles(tx, vault.id);
      return { message: vault.message, messageWrittenAt: vault.messageWrittenAt.toISOString(), files };
    }
    default:
      return null;
  }
}
