// Records that an export has started, and reports it to its owner in a letter. A resumed export was recorded before.

import { type ReportChangeNeeds, reportChange } from '../people/owner-changes/report-change.ts';
import type { Database } from '../platform/database/open-database.ts';
import { recordAct } from '../records/acts/act-store.ts';

export const recordExport = (needs: ReportChangeNeeds & { database: Database }, ownerId: string): Promise<void> =>
  needs.database.transaction(async (tx) => {
    await recordAct(needs, tx, { userId: ownerId, actor: 'owner', event: 'account-exported' });
    await reportChange(needs, tx, { userId: ownerId, kind: 'export' });
  });
