// Nightly: removes sessions and mailed links that have ended. Neither works any more; only their rows are left.
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../lib/clock.ts';
import { deleteExpiredAccountLinks } from './account-link-store.ts';
import { deleteExpiredSessions } from './session-store.ts';

export async function forgetExpiredSessions({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  await deleteExpiredSessions(database, now);
  await deleteExpiredAccountLinks(database, now);
}
