// Reports what an edit redirected or moved to its owner, each with a link that undoes it. A draft has no release to lose.
import type { Transaction } from '../database/transaction.ts';
import { formatPerson, type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { type Editable, isRedirected } from './vault-rules.ts';
import type { VaultRow } from './vault-store.ts';

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
): Promise<void> {
  const earlier = { name: vault.recipientName, email: vault.recipientEmail };
  return reportChange(needs, tx, {
    ...about(vault),
    kind: 'recipient',
    earlier,
    before: formatPerson(earlier),
    after: formatPerson({ name: recipientName, email: recipientEmail }),
  });
}

// A later date is reported too: it withholds what was promised, as its removal does.
function reportDate(needs: ReportChangeNeeds, tx: Transaction, vault: VaultRow, date: Date | null): Promise<void> {
  const releaseDate = vault.scheduledReleaseDate?.toISOString() ?? null;
  return reportChange(needs, tx, {
    ...about(vault),
    kind: 'release-date',
    earlier: { releaseDate },
    before: releaseDate ?? undefined,
    after: date?.toISOString(),
  });
}
