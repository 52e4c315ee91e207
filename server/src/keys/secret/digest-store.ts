// Looks a row up by a keyed digest. A row written under a previous secret gets its digest under the current one, so
// that the next lookup costs no more and nothing depends on the previous secret. With one secret this is a single query.
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
  // Also finds the row if another call updated it concurrently.
  await database.execute(
    sql`update ${column.table} set ${sql.identifier(column.name)} = ${current} where ${inArray(column, earlier)}`,
  );
  return find(current);
}
