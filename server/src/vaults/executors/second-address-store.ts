// Queries of codes that may not have arrived at the first address of an executor who has a second one.
import { followUpDays } from '@remembrance/contract/limits.ts';
import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { executors, letters, users, vaults } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { executorColumns, ownerColumns } from './executor-store.ts';

/** The key of the one letter to a second address about one code. */
const onceKey = sql<string>`'executor-second/' || ${executors.id} || '/' || ${executors.codeNumber}`;
const isWithCode = sql`${letters.vaultId} = ${executors.vaultId} and ${letters.kind} in ('executor-code', 'executor-code-again')`;
const isInDoubt = sql`coalesce((select doubt is not null or status = 'failed' from ${letters} where ${isWithCode}
  and ${letters.recipient} = ${executors.email} and ${letters.createdAt} >= ${executors.codeSentAt}
  order by ${letters.createdAt} limit 1), false)`;
const isReleasable = and(
  eq(vaults.status, 'active'),
  ne(vaults.paymentStatus, 'unpaid'),
  isNull(users.deletedAt),
  isNull(users.suspendedAt),
);
const isDue = (now: Date) =>
  and(
    isNotNull(executors.secondEmail),
    isNotNull(executors.codeSentAt),
    isNull(executors.confirmedAt),
    or(isNull(executors.usedAt), sql`${executors.usedAt} < ${executors.codeSentAt}`),
    sql`(${executors.codeSentAt} <= ${daysLater(now, -followUpDays.remind).toISOString()}::timestamptz or ${isInDoubt})`,
    sql`not exists (select from ${letters} where once_key = ${onceKey})`,
    isReleasable,
  );

export const listSecondDue = (database: DatabaseOrTransaction, now: Date) =>
  database
    .select({ executorId: executors.id, vaultId: vaults.id, ownerId: users.id })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(isDue(now))
    .limit(500);

/** One of them, if it is still due. The caller holds the lock of the vault. */
export const findSecondDue = (tx: Transaction, executorId: string, now: Date) =>
  firstRow(
    tx
      .select({
        onceKey,
        executor: executorColumns,
        confirmToken: executors.confirmToken,
        /** Whether the address got an earlier code, which no longer works. */
        replacesEarlier: sql<boolean>`exists (select from ${letters} where ${isWithCode} and status = 'sent'
          and lower(${letters.recipient}) = lower(${executors.secondEmail}) and ${letters.createdAt} < ${executors.codeSentAt})`,
        owner: ownerColumns,
      })
      .from(executors)
      .innerJoin(vaults, eq(vaults.id, executors.vaultId))
      .innerJoin(users, eq(users.id, vaults.creatorId))
      .where(and(eq(executors.id, executorId), isDue(now))),
  );
