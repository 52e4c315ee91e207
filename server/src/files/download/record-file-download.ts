// Records that a recipient downloaded a file: once for each link and day, however many files and parts of files they fetch.
import { and, eq, gt, sql } from 'drizzle-orm';
import { accessVerifications, acts } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { recordAct } from '../../records/acts/act-store.ts';

interface Download {
  linkId: string;
  vaultId: string;
}

export async function recordFileDownload(
  needs: { database: Database; clock: Clock },
  download: Download,
): Promise<void> {
  const since = daysLater(needs.clock.now(), -1);
  if (await isRecorded(needs.database, download, since)) return;
  await needs.database.transaction(async (tx) => {
    // One of several concurrent downloads is recorded.
    const isLink = eq(accessVerifications.id, download.linkId);
    await tx.select({ id: accessVerifications.id }).from(accessVerifications).where(isLink).for('no key update');
    if (await isRecorded(tx, download, since)) return;
    const { vaultId, linkId } = download;
    await recordAct(needs, tx, { vaultId, actor: 'recipient', event: 'file-downloaded', detail: { linkId } });
  });
}

async function isRecorded(database: DatabaseOrTransaction, { linkId, vaultId }: Download, since: Date) {
  const isOne = and(eq(acts.vaultId, vaultId), eq(acts.event, 'file-downloaded'), gt(acts.at, since));
  return (await database.$count(acts, and(isOne, sql`${acts.detail}->>'linkId' = ${linkId}`))) > 0;
}
