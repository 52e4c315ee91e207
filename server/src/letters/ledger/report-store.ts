// Queries of the reports of letters, and of the letters that wait because of them.
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { letters, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

/** Begins the error of a letter that waits for something other than a mail server. */
export const waitingReason = 'waits: ';
export const isWaitingLetter = sql`(${letters.status} = 'queued' and coalesce(${letters.lastError}, '') like ${sql.raw(`'${waitingReason}%'`)})`;

const ownerId = sql<string>`coalesce(${letters.userId}, ${vaults.creatorId})`;
const isOfOwner = (owner: string) =>
  sql`(${letters.userId} = ${owner} or ${letters.vaultId} in (select id from ${vaults} where ${vaults.creatorId} = ${owner}))`;

/** A letter with the owner it is about. */
export async function findLetter(database: DatabaseOrTransaction, letterId: string) {
  const fields = { id: letters.id, kind: letters.kind, recipient: letters.recipient, ownerId };
  const [found] = await database
    .select(fields)
    .from(letters)
    .leftJoin(vaults, eq(vaults.id, letters.vaultId))
    .where(eq(letters.id, letterId));
  return found?.ownerId ? found : null;
}

/** The addresses, in lower case, that have reported letters of the owner. */
export async function listReporters(database: DatabaseOrTransaction, owner: string): Promise<string[]> {
  const address = sql<string>`lower(${letters.recipient})`;
  const found = await database
    .selectDistinct({ address })
    .from(letters)
    .where(and(isNotNull(letters.reportedAt), isOfOwner(owner)));
  return found.map((row) => row.address);
}

export async function markReported(tx: Transaction, letterId: string, now: Date): Promise<void> {
  await tx.update(letters).set({ reportedAt: now }).where(eq(letters.id, letterId));
}

/** How many letters of an owner wait. */
export const countWaitingOf = (database: DatabaseOrTransaction, owner: string): Promise<number> =>
  database.$count(letters, and(isWaitingLetter, isOfOwner(owner)));

/** Makes the waiting letters of an owner due. @returns their number */
export async function endWaits(tx: Transaction, owner: string, now: Date): Promise<number> {
  const { rowCount } = await tx
    .update(letters)
    .set({ dueAt: now, dueSetAt: now, lastError: null })
    .where(and(isWaitingLetter, isOfOwner(owner)));
  return rowCount ?? 0;
}
