// Queries of what executors did with their codes: the uses, which of them were reported to the owners, and the confirmations.
import { codeUseLetterMinutes } from '@remembrance/contract/limits.ts';
import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Digests } from '../../keys/secret/digest-store.ts';
import { asRows, given, preparedSql } from '../../platform/database/prepared.ts';
import { executors, users, vaults } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import { together } from '../../platform/lib/together.ts';
import { type Act, insertActs, newActs } from '../../records/acts/act-store.ts';
import { executorColumns, ownerColumns } from './executor-store.ts';

export interface CodeUse {
  /** Uses the owner was not notified of, including this one. */
  times: number;
  /** When the owner was last notified, or null. */
  since: Date | null;
}

// Skips a code whose row is locked, so that nobody waits for another vault.
const countQuietly = preparedSql<{ digest: string }>(
  'count_quiet_uses',
  sql`with used as (
      update ${executors} set used_at = ${given('now')},
        unreported_uses = unreported_uses + cardinality(array_positions(${given('digests')}::varchar[], access_code))
      where id = any(array(
        select id from ${executors} where access_code = any(${given('digests')}::varchar[]) and notified_at > ${given('since')}
        for update skip locked
      )) returning id, access_code
    ), line as (${insertActs} where "actorId" in (select id from used))
    select access_code as digest from used`,
);

interface QuietUse {
  /** The digest of the code. */
  digest: string;
  line: Act;
}

/** Counts a use of a code and records it, if the owner was notified within the hour. Returns false otherwise. */
export type CountQuietUse = (use: QuietUse) => Promise<boolean>;

/** Concurrent uses share a statement and its commit, because many people may look at the same moment. */
export function createQuietUses({ database, clock }: { database: Database; clock: Clock }): CountQuietUse {
  const count = together(async (uses: QuietUse[]) => {
    const now = clock.now();
    const since = minutesLater(now, -codeUseLetterMinutes);
    const digests = uses.map(({ digest }) => digest);
    const lines = asRows(
      newActs(
        { clock },
        uses.map(({ line }) => line),
      ),
    );
    const counted = await countQuietly(database, { digests, lines, now, since });
    return new Set(counted.map(({ digest }) => digest));
  });
  return async (use) => (await count(use)).has(use.digest);
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
