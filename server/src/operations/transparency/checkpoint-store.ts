// Queries of the acts that are checkpoints, and of how many vaults they cover.
import { desc, eq, isNotNull } from 'drizzle-orm';
import { acts } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';

/** What each states, newest first: one a day, and what anyone else who may write acts has added. */
export async function listCheckpoints(database: DatabaseOrTransaction): Promise<unknown[]> {
  const isOne = eq(acts.event, 'checkpoint');
  const found = await database
    .select({ detail: acts.detail })
    .from(acts)
    .where(isOne)
    .orderBy(desc(acts.at), desc(acts.id));
  return found.map(({ detail }) => detail);
}

/** How many vaults have acts, with those that were deleted. */
export async function countVaults(database: DatabaseOrTransaction): Promise<number> {
  const vaults = database.selectDistinct({ id: acts.vaultId }).from(acts).where(isNotNull(acts.vaultId)).as('vaults');
  return database.$count(vaults);
}
