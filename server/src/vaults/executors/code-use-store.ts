// Queries of what executors did with their codes: the uses, which of them were reported to the owners, and the confirmations.
import { codeUseLetterMinutes } from '@remembrance/contract/limits.ts';
import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { executors, users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { executorColumns, ownerColumns } from './executor-store.ts';

export interface CodeUse {
  /** Uses the owner was not notified of, including this one. */
  times: number;
  /** When the owner was last notified, or null. */
  since: Date | null;
}

/** Counts a use of the code. Returns the uses to notify now, or null if a letter was sent within the hour. */
export async function countCodeUse(tx: Transaction, executorId: string, now: Date): Promise<CodeUse | null> {
  const [counted] = await tx
    .update(executors)
    .set({ unreportedUses: sql`${executors.unreportedUses} + 1`, usedAt: now })
    .where(eq(executors.id, executorId))
    .returning({ since: executors.notifiedAt });
  return hasRecentLetter(counted?.since ?? null, now) ? null : claimUnreportedUses(tx, executorId, now);
}

const oldestRecent = (now: Date) => minutesLater(now, -codeUseLetterMinutes);
const hasRecentLetter = (since: Date | null, now: Date) => since !== null && since > oldestRecent(now);
const hasNoRecentLetter = (now: Date) => or(isNull(executors.notifiedAt), lte(executors.notifiedAt, oldestRecent(now)));

/** Claims the uses to notify now. Null if there are none, or a letter was sent within the hour. */
export async function claimUnreportedUses(tx: Transaction, executorId: string, now: Date): Promise<CodeUse | null> {
  const [before] = await tx
    .select({ times: executors.unreportedUses, since: executors.notifiedAt })
    .from(executors)
    .where(eq(executors.id, executorId))
    .for('no key update'); // a use holds the code's row by its key
  if (!before || before.times === 0 || hasRecentLetter(before.since, now)) return null;
  await tx.update(executors).set({ unreportedUses: 0, notifiedAt: now }).where(eq(executors.id, executorId));
  return before;
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

/** Records the first confirmation with this token. Null if it was confirmed before, or if no executor has the token. */
export async function confirmOnce(tx: Transaction, digests: Digests, now: Date) {
  const [confirmed] = await tx
    .update(executors)
    .set({ confirmedAt: now })
    .where(and(inArray(executors.confirmToken, digests), isNull(executors.confirmedAt)))
    .returning({ id: executors.id, vaultId: executors.vaultId });
  return confirmed ?? null;
}

/** The executor of this token and the owner of their vault. Skips deleted vaults and deleted accounts. */
export async function findByConfirmToken(database: DatabaseOrTransaction, digests: Digests) {
  const [found] = await database
    .select({ executor: { confirmedAt: executors.confirmedAt }, owner: users })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(inArray(executors.confirmToken, digests), ne(vaults.status, 'deleting'), isNull(users.deletedAt)));
  return found ?? null;
}
