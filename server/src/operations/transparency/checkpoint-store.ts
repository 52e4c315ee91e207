// Queries of the checkpoint acts, and the number of vaults they cover.
import { desc, eq, isNotNull } from 'drizzle-orm';
import { acts } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';

/** The content of each, newest first: one a day, and any forged by others who may write acts. */
export async function listCheckpoints(database: DatabaseOrTransaction): Promise<unknown[]> {
  const isOne = eq(acts.event, 'checkpoint');
  const found = await database
    .select({ detail: acts.detail })
    .from(acts)
    .where(isOne)
    .orderBy(desc(acts.at), desc(acts.id));
  return found.map(({ detail }) => detail);
}

/** How many vaults have acts, including deleted ones. */
export async function countVaults(database: DatabaseOrTransaction): Promise<number> {
  const vaults = database.selectDistinct({ id: acts.vaultId }).from(acts).where(isNotNull(acts.vaultId)).as('vaults');
  return database.$count(vaults);
}
