// The acts as the journal has them: which ones it must hold, and putting back those that a restored database lacks.
import { and, asc, gt, gte, not, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/open-database.ts';
import { acts, journalChanges } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

export async function putActs(tx: Transaction, missing: readonly (typeof acts.$inferSelect)[]): Promise<void> {
  for (let start = 0; start < missing.length; start += 1000)
    await tx
      .insert(acts)
      .values(missing.slice(start, start + 1000))
      .onConflictDoNothing();
}

/** Acts since then that no longer wait for the journal, after an id and in the order of their ids. */
export async function listWrittenActs(
  database: Database,
  { from, after, max }: { from: Date; after: string | null; max: number },
): Promise<{ id: string; vaultId: string | null }[]> {
  const isWaiting = sql`exists (select from ${journalChanges} where kind = 'act' and subject_id = ${acts.id})`;
  return database
    .select({ id: acts.id, vaultId: acts.vaultId })
    .from(acts)
    .where(and(gte(acts.at, from), after === null ? undefined : gt(acts.id, after), not(isWaiting)))
    .orderBy(asc(acts.id))
    .limit(max);
}
