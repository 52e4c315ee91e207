// Records that an export begins, and reports it to its owner in a letter. One that is resumed began before.
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';

export const recordExport = (needs: ReportChangeNeeds & { database: Database }, ownerId: string): Promise<void> =>
  needs.database.transaction(async (tx) => {
    await recordAudit(needs, tx, { userId: ownerId, actor: 'owner', event: 'account-exported' });
    await reportChange(needs, tx, { userId: ownerId, kind: 'export' });
  });
