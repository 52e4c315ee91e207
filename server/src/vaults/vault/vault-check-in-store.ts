// Queries of what happens to a vault if its owner does not answer a check-in.
import { and, asc, count, eq, inArray, isNotNull, ne, notInArray } from 'drizzle-orm';
import { executors, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

const isActiveOf = (ownerId: string) =>
  and(eq(vaults.creatorId, ownerId), eq(vaults.status, 'active'), ne(vaults.paymentStatus, 'unpaid'));

/** The active vaults of an owner with the number of their executors, in the order of their creation. */
export const listCheckInVaults = (database: DatabaseOrTransaction, ownerId: string) =>
  database
    .select({ id: vaults.id, title: vaults.title, checkIn: vaults.checkIn, executors: count(executors.id) })
    .from(vaults)
    .leftJoin(executors, eq(executors.vaultId, vaults.id))
    .where(isActiveOf(ownerId))
    .groupBy(vaults.id)
    .orderBy(asc(vaults.createdAt), asc(vaults.id));

/** Everybody to ask: the executors with a code of the vaults that chose it. */
export const listExecutorsToAsk = (tx: Transaction, ownerId: string) =>
  tx
    .select({
      vault: { id: vaults.id, title: vaults.title, recipientName: vaults.recipientName },
      executor: { id: executors.id, name: executors.name, email: executors.email },
    })
    .from(vaults)
    .innerJoin(executors, eq(executors.vaultId, vaults.id))
    .where(and(isActiveOf(ownerId), eq(vaults.checkIn, 'ask-executors'), isNotNull(executors.codeSentAt)))
    .orderBy(asc(vaults.createdAt), asc(vaults.id), asc(executors.createdAt));

/** Exactly these of the owner's active vaults ask their executors. Released vaults do not change. */
export async function setAskingVaults(tx: Transaction, ownerId: string, vaultIds: readonly string[]): Promise<void> {
  const isOther = vaultIds.length > 0 ? notInArray(vaults.id, [...vaultIds]) : undefined;
  await tx
    .update(vaults)
    .set({ checkIn: 'none' })
    .where(and(isActiveOf(ownerId), eq(vaults.checkIn, 'ask-executors'), isOther));
  if (vaultIds.length === 0) return;
  await tx
    .update(vaults)
    .set({ checkIn: 'ask-executors' })
    .where(and(isActiveOf(ownerId), eq(vaults.checkIn, 'none'), inArray(vaults.id, [...vaultIds])));
}

/** What the yearly email tells about the active vaults. */
export const listVaultsToReview = (tx: Transaction, ownerId: string) =>
  tx
    .select({
      id: vaults.id,
      title: vaults.title,
      recipientName: vaults.recipientName,
      recipientEmail: vaults.recipientEmail,
      checkedAt: vaults.checkedAt,
      isWhole: vaults.isWhole,
      releaseAt: vaults.scheduledReleaseDate,
    })
    .from(vaults)
    .where(isActiveOf(ownerId))
    .orderBy(asc(vaults.createdAt), asc(vaults.id));
