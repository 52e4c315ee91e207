// Queries of the uses of executors' codes, and of which were reported to their owners.
import { codeUseLetterMinutes } from '@remembrance/contract/limits.ts';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { insertAuditLines } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import { asRows, given, preparedSql } from '../database/prepared.ts';
import { executors, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { minutesLater } from '../lib/clock.ts';
import { executorColumns, ownerColumns } from './executor-store.ts';

export interface CodeUse {
  /** Uses the owner was not notified of, including this one. */
  times: number;
  /** When the owner was last notified, or null. */
  since: Date | null;
}

const countQuietly = preparedSql<{ id: string }>(
  'count_quiet_use',
  sql`with used as (
      update ${executors} set untold_uses = untold_uses + 1, used_at = ${given('now')}
      where id = ${given('executorId')} and access_code = ${given('digest')} and told_at > ${given('since')} returning id
    ), line as (${insertAuditLines} where exists (select from used))
    select id from used`,
);

interface QuietUse {
  executorId: string;
  digest: string;
  /** The audit line of the use, as `newLines` writes it. */
  lines: readonly object[];
}

/** Counts a use of the code and records it, if the owner was notified within the hour. Returns false otherwise. */
export async function countQuietUse(database: Database, { lines, ...use }: QuietUse, now: Date): Promise<boolean> {
  const since = minutesLater(now, -codeUseLetterMinutes);
  return (await countQuietly(database, { ...use, now, since, lines: asRows(lines) })).length > 0;
}

/** Counts a use of the code. Returns the uses to notify now, or null if a letter was sent within the hour. */
export async function countCodeUse(tx: Transaction, executorId: string, now: Date): Promise<CodeUse | null> {
  await tx
    .update(executors)
    .set({ unreportedUses: sql`${executors.unreportedUses} + 1`, usedAt: now })
    .where(eq(executors.id, executorId));
  return claimUnreportedUses(tx, executorId, now);
}

const hasNoRecentLetter = (now: Date) =>
  or(isNull(executors.notifiedAt), lte(executors.notifiedAt, minutesLater(now, -codeUseLetterMinutes)));

/** Claims the uses to notify now. Null if there are none, or a letter was sent within the hour. */
export async function claimUnreportedUses(tx: Transaction, executorId: string, now: Date): Promise<CodeUse | null> {
  const [before] = await tx
    .select({ times: executors.unreportedUses, since: executors.notifiedAt })
    .from(executors)
    .where(eq(executors.id, executorId))
    .for('update');
  const claimed = await tx
    .update(executors)
    .set({ unreportedUses: 0, notifiedAt: now })
    .where(and(eq(executors.id, executorId), gt(executors.unreportedUses, 0), hasNoRecentLetter(now)))
    .returning({ id: executors.id });
  return claimed.length > 0 && before ? before : null;
}

/** Executors with uses to notify now. */
export const listUnreportedUses = (database: DatabaseOrTransaction, now: Date) =>
  database
    .select({
      executor: executorColumns,
      usedAt: executors.usedAt,
      vault: { id: vaults.id, title: vaults.title, creatorId: vaults.creatorId },
      owner: ownerColumns,
    })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(gt(executors.unreportedUses, 0), hasNoRecentLetter(now)))
    .limit(500);
