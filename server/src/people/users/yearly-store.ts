// Queries of the yearly email to an owner.
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { users } from '../../platform/database/schema.ts';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import type { UserRow } from './user-store.ts';

const isDue = (now: Date) =>
  and(lte(users.yearlyAt, now), eq(users.emailVerified, true), isNull(users.deletedAt), isNull(users.suspendedAt));

export const listYearlyOwners = (database: Database, now: Date, max: number) =>
  database.select({ id: users.id }).from(users).where(isDue(now)).orderBy(asc(users.yearlyAt)).limit(max);

/** The owner with the next email a year from now, even if several were missed. Null if none is due. */
export async function claimYearlyOwner(tx: Transaction, userId: string, now: Date): Promise<UserRow | null> {
  const [claimed] = await tx
    .update(users)
    .set({ yearlyAt: daysLater(now, 365) })
    .where(and(eq(users.id, userId), isDue(now)))
    .returning();
  return claimed ?? null;
}
