// How many releases of a vault were undone. The acts count them: they are never changed, and a restore adds those it lacks.
import { and, count, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { acts, vaults } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { ActEvent } from './act-words.ts';

const undone = 'release-undone' satisfies ActEvent;

/** A column of a query that reads the vaults. */
export const releasesUndone = sql<number>`(select count(*)::integer from ${acts} where ${acts.vaultId} = ${vaults.id} and ${acts.event} = ${sql.raw(`'${undone}'`)})`;

/** Whether a release of the vault was undone at that time or later. */
export const isUndoneSince = (vaultId: PgColumn, at: PgColumn) =>
  sql`exists (select 1 from ${acts} where ${acts.vaultId} = ${vaultId} and ${acts.event} = ${sql.raw(`'${undone}'`)} and ${acts.at} >= ${at})`;

/**
 * The numbers by vault; a vault without any is missing. Call it in a statement of its own once the vaults are locked: a count in the
 * statement that waits for the lock would not include an undo that has committed since.
 * @param except the ids of acts of a database that does not count
 */
export async function countReleasesUndone(
  tx: Transaction,
  vaultIds: readonly string[],
  except: readonly string[] = [],
): Promise<ReadonlyMap<string, number>> {
  const isCounted = except.length > 0 ? notInArray(acts.id, [...except]) : undefined;
  const counted = await tx
    .select({ vaultId: acts.vaultId, times: count() })
    .from(acts)
    .where(and(inArray(acts.vaultId, [...vaultIds]), eq(acts.event, undone), isCounted))
    .groupBy(acts.vaultId);
  return new Map(counted.flatMap(({ vaultId, times }) => (vaultId ? [[vaultId, times]] : [])));
}
