// Queries of the ordered resets of a second step.
import { and, eq, isNull, lte } from 'drizzle-orm';
import { twoFactorResets } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

type NewReset = Omit<typeof twoFactorResets.$inferSelect, 'remindedAt'>;

/** Returns false if one is already ordered. */
export async function insertReset(tx: Transaction, reset: NewReset): Promise<boolean> {
  const { rowCount } = await tx.insert(twoFactorResets).values(reset).onConflictDoNothing();
  return rowCount !== 0;
}

/** Returns false if none is ordered. If called concurrently, only one call returns true. */
export async function cancelReset(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(twoFactorResets).where(eq(twoFactorResets.userId, userId));
  return rowCount !== 0;
}

const isHalfway = (now: Date) => and(isNull(twoFactorResets.remindedAt), lte(twoFactorResets.halfwayAt, now));

export const listHalfwayResets = (database: DatabaseOrTransaction, now: Date) =>
  database.select({ userId: twoFactorResets.userId }).from(twoFactorResets).where(isHalfway(now)).limit(100);

/** Records the half-way letter. Returns when the reset takes effect, or null if it was recorded before or is gone. */
export async function markHalfway(tx: Transaction, userId: string, now: Date): Promise<Date | null> {
  const [marked] = await tx
    .update(twoFactorResets)
    .set({ remindedAt: now })
    .where(and(eq(twoFactorResets.userId, userId), isHalfway(now)))
    .returning({ endsAt: twoFactorResets.endsAt });
  return marked?.endsAt ?? null;
}

export const listDueResets = (database: DatabaseOrTransaction, now: Date) =>
  database
    .select({ userId: twoFactorResets.userId })
    .from(twoFactorResets)
    .where(lte(twoFactorResets.endsAt, now))
    .limit(100);

/** Claims a due reset. Returns false if it was stopped, or claimed by another process. */
export async function claimDueReset(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .delete(twoFactorResets)
    .where(and(eq(twoFactorResets.userId, userId), lte(twoFactorResets.endsAt, now)));
  return rowCount !== 0;
}
