// Nobody could stop a release or agree to it while the database was on hold or the service was down. A request then gets another day, or a shorter
// wait once more.
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { releaseRequests } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

const wait = sql`(${releaseRequests.dueAt} - ${releaseRequests.waitsFrom})`;
const momentOf = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** Every open request. */
export const postponeRequests = (tx: Transaction, now: Date): Promise<void> => postpone(tx, now);

/**
 * Postpones a wait if the service was down during at least half of it. A postponed wait is longer, so a machine that is turned off every night does
 * not postpone it again and again.
 */
export const postponeAfterDowntime = (database: DatabaseOrTransaction, since: Date, now: Date): Promise<void> =>
  postpone(
    database,
    now,
    sql`least(${releaseRequests.dueAt}, ${momentOf(now)}) - greatest(${releaseRequests.waitsFrom}, ${momentOf(since)}) >= ${wait} / 2`,
  );

async function postpone(database: DatabaseOrTransaction, now: Date, isIt?: SQL): Promise<void> {
  const isOpenUntil = sql`${momentOf(now)} + least(coalesce(${wait}, interval '1 day'), interval '1 day')`;
  await database
    .update(releaseRequests)
    .set({ dueAt: isOpenUntil, version: sql`${releaseRequests.version} + 1` })
    .where(and(isNull(releaseRequests.endedAt), sql`${releaseRequests.dueAt} < ${isOpenUntil}`, isIt));
}
