// Queries of the yearly question to executors whether they still have their code.
import { and, asc, eq, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { executors, users, vaults } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { executorColumns } from './executor-store.ts';

const daysOfYear = 365;
/** A person with several codes is asked about one of them at a time. */
const daysBetweenCodes = 3;

const lastAsked = sql`greatest(${executors.codeSentAt}, ${executors.confirmedAt}, ${executors.yearlyAskedAt})`;
const isDue = (now: Date) =>
  and(
    isNotNull(executors.codeSentAt),
    eq(executors.refusesYearly, false),
    lte(lastAsked, daysLater(now, -daysOfYear).toISOString()),
    sql`not exists (select from ${executors} other where lower(other.email) = lower(${executors.email})
      and other.yearly_asked_at > ${daysLater(now, -daysBetweenCodes).toISOString()})`,
  );
/** Since the question nobody was sent another code. */
const hasSameCode = sql`${executors.codeSentAt} < ${executors.yearlyAskedAt}`;
const isAskable = and(
  isNotNull(users.yearlyAt),
  eq(users.emailVerified, true),
  isNull(users.deletedAt),
  isNull(users.suspendedAt),
  eq(vaults.status, 'active'),
  ne(vaults.paymentStatus, 'unpaid'),
);

/** Executors who heard nothing of their code for a year, the longest first. */
export const listYearlyDue = (database: Database, now: Date, max: number) =>
  database
    .select({ id: executors.id, ownerId: users.id })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isDue(now), isAskable))
    .orderBy(asc(lastAsked), asc(executors.id))
    .limit(max);

/** Records that an executor is asked now. Null if it is no longer due. The caller holds the lock of the owner. */
export async function claimYearly(tx: Transaction, executorId: string, now: Date) {
  const [claimed] = await tx
    .update(executors)
    .set({ yearlyAskedAt: now })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(eq(executors.id, executorId), eq(vaults.id, executors.vaultId), isDue(now), isAskable))
    .returning({ ...executorColumns, title: vaults.title });
  return claimed ?? null;
}

/** The executor of a yearly email, with their owner. Null if they got another code since, or the vault cannot be released. */
export async function findYearly(database: DatabaseOrTransaction, executorId: string) {
  const [found] = await database
    .select({
      executor: { ...executorColumns, yearlyAskedAt: executors.yearlyAskedAt },
      vault: { id: vaults.id, title: vaults.title },
      owner: users,
    })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(eq(executors.id, executorId), eq(vaults.status, 'active'), isNull(users.deletedAt), hasSameCode));
  return found ?? null;
}

/** Returns false if another code was sent at the same moment. */
export async function confirmAgain(tx: Transaction, executorId: string, now: Date): Promise<boolean> {
  const isTheirs = and(eq(executors.id, executorId), hasSameCode);
  const { rowCount } = await tx.update(executors).set({ confirmedAt: now }).where(isTheirs);
  return rowCount !== 0;
}

/** Returns false if they refused before, or another code was sent at the same moment. */
export async function refuseYearly(tx: Transaction, executorId: string): Promise<boolean> {
  const isNew = and(eq(executors.id, executorId), hasSameCode, eq(executors.refusesYearly, false));
  const { rowCount } = await tx.update(executors).set({ refusesYearly: true }).where(isNew);
  return rowCount !== 0;
}
