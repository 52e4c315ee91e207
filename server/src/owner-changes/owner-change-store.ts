// Queries of the changes an owner can take back by a letter.
import type { OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import { and, asc, eq, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { ownerChanges } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export type OwnerChangeRow = typeof ownerChanges.$inferSelect;
type NewOwnerChange = Omit<typeof ownerChanges.$inferInsert, 'kind'> & { kind: OwnerChangeKind };

export async function insertOwnerChange(tx: Transaction, change: NewOwnerChange): Promise<void> {
  await tx.insert(ownerChanges).values(change);
}

export async function findOwnerChange(database: DatabaseOrTransaction, tokenDigest: string) {
  const [change] = await database.select().from(ownerChanges).where(eq(ownerChanges.tokenDigest, tokenDigest));
  return change ?? null;
}

/** As above; held until the transaction ends, so that of two presses at once one comes after the other. */
export async function lockOwnerChange(tx: Transaction, tokenDigest: string) {
  const [change] = await tx.select().from(ownerChanges).where(eq(ownerChanges.tokenDigest, tokenDigest)).for('update');
  return change ?? null;
}

/** The changes of a kind that can still be taken back, oldest first. */
export const listOpenChanges = (
  database: DatabaseOrTransaction,
  userId: string,
  kind: OwnerChangeKind,
  now: Date,
): Promise<OwnerChangeRow[]> =>
  database
    .select()
    .from(ownerChanges)
    .where(
      and(
        eq(ownerChanges.userId, userId),
        eq(ownerChanges.kind, kind),
        isNull(ownerChanges.undoneAt),
        gt(ownerChanges.expiresAt, now),
      ),
    )
    .orderBy(asc(ownerChanges.createdAt));

/**
 * Notes that this change was taken back, and with it every later one of the same thing: what those put in its place must not
 * come back by their letters.
 */
export async function markUndone(tx: Transaction, change: OwnerChangeRow, now: Date): Promise<void> {
  await tx
    .update(ownerChanges)
    .set({ undoneAt: now, sealedEarlier: null })
    .where(
      and(
        eq(ownerChanges.userId, change.userId),
        eq(ownerChanges.kind, change.kind),
        sql`${ownerChanges.vaultId} is not distinct from ${change.vaultId}`,
        sql`${ownerChanges.executorId} is not distinct from ${change.executorId}`,
        gte(ownerChanges.createdAt, change.createdAt),
        isNull(ownerChanges.undoneAt),
      ),
    );
}

/** What can no longer be put back is not kept. */
export async function eraseExpiredValues(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database
    .update(ownerChanges)
    .set({ sealedEarlier: null })
    .where(and(lte(ownerChanges.expiresAt, now), isNotNull(ownerChanges.sealedEarlier)));
}

/** The rows stay a while longer, so that a late press is told that it is late. */
export async function deleteChangesExpiredBefore(database: DatabaseOrTransaction, before: Date): Promise<void> {
  await database.delete(ownerChanges).where(lte(ownerChanges.expiresAt, before));
}
