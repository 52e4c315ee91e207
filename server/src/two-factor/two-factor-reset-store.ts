// Queries of the orders to turn a second step off.
import { and, eq, isNull, lte } from 'drizzle-orm';
import { twoFactorResets } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

interface NewReset {
  userId: string;
  createdAt: Date;
  halfwayAt: Date;
  endsAt: Date;
}

/** False where one waits already. */
export async function insertReset(tx: Transaction, reset: NewReset): Promise<boolean> {
  const inserted = await tx
    .insert(twoFactorResets)
    .values(reset)
    .onConflictDoNothing()
    .returning({ userId: twoFactorResets.userId });
  return inserted.length > 0;
}

/** False where none waits: of any number of presses one gets true. */
export async function cancelReset(tx: Transaction, userId: string): Promise<boolean> {
  const cancelled = await tx
    .delete(twoFactorResets)
    .where(eq(twoFactorResets.userId, userId))
    .returning({ userId: twoFactorResets.userId });
  return cancelled.length > 0;
}

const isHalfway = (now: Date) => and(isNull(twoFactorResets.remindedAt), lte(twoFactorResets.halfwayAt, now));

export const listHalfwayResets = (database: DatabaseOrTransaction, now: Date) =>
  database.select({ userId: twoFactorResets.userId }).from(twoFactorResets).where(isHalfway(now)).limit(100);

/** When the order takes effect, or null where it was told before or is gone. */
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

/** False where it was stopped, or done by another process. */
export async function takeDueReset(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const taken = await tx
    .delete(twoFactorResets)
    .where(and(eq(twoFactorResets.userId, userId), lte(twoFactorResets.endsAt, now)))
    .returning({ userId: twoFactorResets.userId });
  return taken.length > 0;
}
