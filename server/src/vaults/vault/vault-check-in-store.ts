// Queries of what happens to a vault if its owner does not answer a check-in.
import { silenceWaitHours } from '@remembrance/contract/release-limits.ts';
import { and, asc, count, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { executors, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

const isActiveOf = (ownerId: string) =>
  and(eq(vaults.creatorId, ownerId), eq(vaults.status, 'active'), ne(vaults.paymentStatus, 'unpaid'));

/** Whether a silence may release it, as the table's constraint has it. */
const canRelease: SQL<boolean> = sql`(${vaults.waitHours} >= ${sql.raw(String(silenceWaitHours))} and not ${vaults.mustAgree})`;

/** The active vaults of an owner with the number of their executors, in the order of their creation. */
export const listCheckInVaults = (database: DatabaseOrTransaction, ownerId: string) =>
  database
    .select({
      id: vaults.id,
      title: vaults.title,
      checkIn: vaults.checkIn,
      canRelease: canRelease.mapWith(Boolean),
      executors: count(executors.id),
    })
    .from(vaults)
    .leftJoin(executors, eq(executors.vaultId, vaults.id))
    .where(isActiveOf(ownerId))
    .groupBy(vaults.id)
    .orderBy(asc(vaults.createdAt), asc(vaults.id));

/** Everybody to ask: the executors with a code of the vaults that chose it, or that a silence releases. */
export const listExecutorsToAsk = (tx: Transaction, ownerId: string) =>
  tx
    .select({
      vault: { id: vaults.id, title: vaults.title, recipientName: vaults.recipientName },
      executor: { id: executors.id, name: executors.name, email: executors.email, secondEmail: executors.secondEmail },
    })
    .from(vaults)
    .innerJoin(executors, eq(executors.vaultId, vaults.id))
    .where(and(isActiveOf(ownerId), ne(vaults.checkIn, 'none'), isNotNull(executors.codeSentAt)))
    .orderBy(asc(vaults.createdAt), asc(vaults.id), asc(executors.createdAt));

/** The vaults that a silence releases after their wait, in the order in which they are locked. */
export const listReleasingVaults = (tx: Transaction, ownerId: string) =>
  tx
    .select({ id: vaults.id })
    .from(vaults)
    .where(and(isActiveOf(ownerId), eq(vaults.checkIn, 'release')))
    .orderBy(asc(vaults.id));

/**
 * Sets for which of the owner's active vaults we ask the executors, and which a silence releases. We ask the executors of a vault whose wait was
 * shortened at the same moment. Released vaults do not change.
 */
export async function setCheckInVaults(
  tx: Transaction,
  ownerId: string,
  { vaultIds, releaseIds }: { vaultIds: readonly string[]; releaseIds: readonly string[] },
): Promise<void> {
  const isOneOf = (ids: readonly string[]) => sql`${vaults.id} = any(${sql.param([...ids])}::uuid[])`;
  const chosen = sql`case when not ${isOneOf(vaultIds)} then 'none'
    when ${isOneOf(releaseIds)} and ${canRelease} then 'release' else 'ask-executors' end`;
  await tx
    .update(vaults)
    .set({ checkIn: chosen })
    .where(and(isActiveOf(ownerId), sql`${vaults.checkIn} <> ${chosen}`));
}

/** The active vaults, with what the yearly email says about them. */
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
