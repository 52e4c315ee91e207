// Looks a row up by a keyed digest. A row that was written under an earlier secret gets its digest again under the current one, so
// that it costs no more the next time and nothing hangs on the earlier secret. With one secret this is the one query.
import { inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';

/** The digests of one secret text, the current one first. */
export type Digests = readonly [string, ...string[]];

/** @param column is unique */
export async function findByDigest<Found>(
  database: DatabaseOrTransaction,
  { column, digests }: { column: PgColumn; digests: Digests },
  find: (digest: string) => Promise<Found | null>,
): Promise<Found | null> {
  const [current, ...earlier] = digests;
  const found = await find(current);
  if (found || earlier.length === 0) return found;
  // Also found when another call did the same at this moment.
  await database.execute(
    sql`update ${column.table} set ${sql.identifier(column.name)} = ${current} where ${inArray(column, earlier)}`,
  );
  return find(current);
}
