// Nightly: deletes expired sessions and links, and browsers that have not been seen for longer than their cookie lives.
import type { Database } from '../../platform/database/open-database.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { deleteExpiredAccountLinks } from './account-link-store.ts';
import { forgetDevicesBefore } from './known-device-store.ts';
import { deleteExpiredSessions } from './session-store.ts';

export async function forgetExpiredSessions({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(database, now);
  await deleteExpiredAccountLinks(database, now);
  await forgetDevicesBefore(database, daysLater(now, -400));
}
