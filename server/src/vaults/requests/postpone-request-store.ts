// While a database was on hold nobody could stop a release or agree to it: each open request gets a day again, or the whole of a shorter wait.
import { and, isNull, sql } from 'drizzle-orm';
import { releaseRequests } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

export async function postponeRequests(tx: Transaction, now: Date): Promise<void> {
  const isOpenUntil = sql`${now.toISOString()}::timestamptz + least(coalesce(${releaseRequests.dueAt} - ${releaseRequests.waitsFrom},
    interval '1 day'), interval '1 day')`;
  await tx
    .update(releaseRequests)
    .set({ dueAt: isOpenUntil, version: sql`${releaseRequests.version} + 1` })
    .where(and(isNull(releaseRequests.endedAt), sql`${releaseRequests.dueAt} < ${isOpenUntil}`));
}
