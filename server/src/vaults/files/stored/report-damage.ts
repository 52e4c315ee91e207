// Marks a file as damaged, for the recipient's page, and reports it to the operator once a day per file.
import { type NotifyOperatorNeeds, notifyOperator, oncePerDay } from '../../../letters/ledger/notify-operator.ts';
import type { Database } from '../../../platform/database/transaction.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import type { StoredFile } from '../storage/read-verified.ts';
import { setDamagedAt } from './file-integrity-store.ts';

export interface ReportDamageNeeds extends NotifyOperatorNeeds {
  database: Database;
  storage: ObjectStorage;
}

export async function reportDamage(needs: ReportDamageNeeds, file: StoredFile): Promise<void> {
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    await setDamagedAt(tx, file.id, now);
    await notifyOperator(needs, tx, {
      what: 'A stored file is damaged',
      facts: [
        `File ${file.id} of vault ${file.vaultId} is missing or has changed. We never send changed bytes to anyone.`,
        `It is stored at ${needs.storage.nameOf(file.objectPath)}. Restore it there from a backup, and it can be read again. No command is needed.`,
      ],
      onceKey: oncePerDay(`file-damaged/${file.id}`, now),
    });
  });
}
