// Reports to the owner which recipient, date or content an edit changed, each with an undo link. A draft has no release to lose.
import { formatPerson, type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { FilesPlan } from '../files/stored/file-rules.ts';
import { readStoredFiles } from '../files/stored/save-files.ts';
import type { VaultRow } from '../stores/vault-store.ts';
import { type Editable, isRedirected } from './vault-rules.ts';

/** `vault` is the vault before the edit. */
export async function reportEdit(
  needs: ReportChangeNeeds,
  tx: Transaction,
  vault: VaultRow,
  changes: Partial<Editable>,
): Promise<void> {
  if (isRedirected(changes)) await reportRecipient(needs, tx, vault, changes);
  const { scheduledReleaseDate: date } = changes;
  if (date !== undefined && vault.paymentStatus !== 'unpaid') await reportDate(needs, tx, vault, date);
}

const about = ({ id, title, creatorId }: VaultRow) => ({ userId: creatorId, vault: { id, title } });

function reportRecipient(
  needs: ReportChangeNeeds,
  tx: Transaction,
  vault: VaultRow,
  { recipientName = vault.recipientName, recipientEmail = vault.recipientEmail }: Partial<Editable>,
): Promise<Date> {
  const earlier = { name: vault.recipientName, email: vault.recipientEmail };
  return reportChange(needs, tx, {
    ...about(vault),
    kind: 'recipient',
    earlier,
    before: formatPerson(earlier),
    after: formatPerson({ name: recipientName, email: recipientEmail }),
  });
}

// A later date is reported too: like a removed date, it withholds what was promised.
function reportDate(needs: ReportChangeNeeds, tx: Transaction, vault: VaultRow, date: Date | null): Promise<Date> {
  const releaseDate = vault.scheduledReleaseDate?.toISOString() ?? null;
  return reportChange(needs, tx, {
    ...about(vault),
    kind: 'release-date',
    earlier: { releaseDate },
    before: releaseDate ?? undefined,
    after: date?.toISOString(),
  });
}

interface LostContent {
  /** The vault before the edit, with its sealed message. */
  vault: VaultRow;
  isMessageReplaced: boolean;
  files: Pick<FilesPlan, 'removed' | 'reworded'>;
}

/** Call it before the files are saved. @returns the last time at which the previous message and files can be restored */
export async function reportContent(
  needs: ReportChangeNeeds,
  tx: Transaction,
  { vault, isMessageReplaced, files: { removed, reworded } }: LostContent,
): Promise<Date> {
  const files = await readStoredFiles(tx, vault.id);
  const happened = [
    ...(isMessageReplaced ? ['its message was replaced'] : []),
    ...(removed.length > 0
      ? [removed.length === 1 ? 'a file was removed' : `${removed.length} files were removed`]
      : []),
    ...(reworded.length > 0 ? ['captions or transcripts of its files were changed'] : []),
  ];
  return reportChange(needs, tx, {
    ...about(vault),
    kind: 'content',
    earlier: { message: vault.message, messageWrittenAt: vault.messageWrittenAt.toISOString(), files },
    after: new Intl.ListFormat('en').format(happened),
  });
}
