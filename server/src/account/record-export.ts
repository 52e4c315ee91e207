// Records that an export begins, and reports it to its owner in a letter. One that is resumed began before.

import type { Database } from '../database/open-database.ts';
import { type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { recordAct } from '../records/act-store.ts';

export const recordExport = (needs: ReportChangeNeeds & { database: Database }, ownerId: string): Promise<void> =>
  needs.database.transaction(async (tx) => {
    await recordAct(needs, tx, { userId: ownerId, actor: 'owner', event: 'account-exported' });
    await reportChange(needs, tx, { userId: ownerId, kind: 'export' });
  });
