// Erases the previous values of changes that can no longer be undone, and deletes their rows a month later.
import type { Database } from '../../platform/database/open-database.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { eraseEarlierEmails } from '../users/earlier-email-store.ts';
import { deleteChangesExpiredBefore, eraseExpiredValues } from './owner-change-store.ts';

const rowDays = 30;

export async function forgetChanges({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await eraseExpiredValues(database, now);
  await eraseEarlierEmails(database, now);
  await deleteChangesExpiredBefore(database, daysLater(now, -rowDays));
}
