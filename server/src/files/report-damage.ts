// Writes down that a file is damaged, for its reader's page, and says so to the operator: once a day for each file.
import type { Database } from '../database/open-database.ts';
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../letters/notify-operator.ts';
import { setDamagedAt } from './file-store.ts';
import type { StoredFile } from './read-verified.ts';

export interface ReportDamageNeeds extends NotifyOperatorNeeds {
  database: Database;
}

export async function reportDamage(needs: ReportDamageNeeds, file: StoredFile): Promise<void> {
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    await setDamagedAt(tx, file.id, now);
    await notifyOperator(needs, tx, {
      what: 'A stored file is damaged',
      facts: [
        `File ${file.id} of vault ${file.vaultId} is missing, or not as it came. Nothing of it that differs is sent to anyone.`,
        `It lies at objects/${file.objectPath}. Once it is put back there from a backup, it can be read again: no command is needed.`,
      ],
      onceKey: oncePerDay(`file-damaged/${file.id}`, now),
    });
  });
}
