// Notifies the operator once a day that the record of acts has been changed.

import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../letters/ledger/notify-operator.ts';
import type { Database } from '../../platform/database/transaction.ts';

const maxNamed = 20;

/** @param findings sentences without a full stop */
export async function reportBroken(
  needs: NotifyOperatorNeeds & { database: Database },
  findings: readonly string[],
): Promise<void> {
  await needs.database.transaction((tx) =>
    notifyOperator(needs, tx, {
      what: 'The record of acts failed verification',
      facts: [
        ...findings.slice(0, maxNamed).map((what) => `Found: ${what}.`),
        'Either the database was restored from a backup, or somebody has changed it. “npm run verify” lists everything, and docs/guide/journal.md explains each finding.',
      ],
      onceKey: oncePerDay('record-broken', needs.clock.now()),
    }),
  );
}
