// Queries of the executors.
import { codeUseLetterMinutes } from '@remembrance/contract/limits.ts';
import { and, asc, eq, getTableColumns, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { executors, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { minutesLater } from '../lib/clock.ts';

export interface ExecutorRow {
  id: string;
  vaultId: string;
  name: string;
  email: string;
  note: string;
  codeSentAt: Date | null;
  usedAt: Date | null;
  confirmedAt: Date | null;
}

const { id, vaultId: ofVault, name, email, note, codeSentAt, usedAt, confirmedAt } = getTableColumns(executors);
const columns = { id, vaultId: ofVault, name, email, note, codeSentAt, usedAt, confirmedAt };
const ownerColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };

type NewExecutor = Pick<ExecutorRow, 'id' | 'vaultId' | 'name' | 'email'> & { note?: string; createdAt: Date };

export async function insertExecutor(tx: Transaction, executor: NewExecutor): Promise<ExecutorRow> {
  const [inserted] = await tx.insert(executors).values(executor).returning(columns);
  if (!inserted) throw new Error('the executor was not inserted');
  return inserted;
}

export const listExecutors = (database: DatabaseOrTransaction, vaultId: string): Promise<ExecutorRow[]> =>
  database.select(columns).from(executors).where(eq(executors.vaultId, vaultId)).orderBy(asc(executors.createdAt));

/** Null if the owner has no such vault. */
export async function listExecutorsOf(database: DatabaseOrTransaction, vaultId: string, ownerId: string) {
  const rows = await database
    .select({ executor: columns })
    .from(vaults)
    .leftJoin(executors, eq(executors.vaultId, vaults.id))
    .where(and(eq(vaults.id, vaultId), eq(vaults.creatorId, ownerId), ne(vaults.status, 'deleting')))
    .orderBy(asc(executors.createdAt));
  return rows.length === 0 ? null : rows.flatMap(({ executor }) => (executor ? [executor] : []));
}

/** Locks the vault until the transaction ends, so that no release can happen in between. Null if the owner has no such vault. */
export async function lockVaultOfExecutors(tx: Transaction, input: { vaultId: string; ownerId: string }) {
  const [vault] = await tx
    .select({
      id: vaults.id,
      status: vaults.status,
      paymentStatus: vaults.paymentStatus,
      title: vaults.title,
      recipientName: vaults.recipientName,
    })
    .from(vaults)
    .where(and(eq(vaults.id, input.vaultId), eq(vaults.creatorId, input.ownerId), ne(vaults.status, 'deleting')))
    .for('update');
  return vault ?? null;
}

/** Locks the executor and their vault, as above. */
export async function lockExecutorOf(tx: Transaction, input: { executorId: string; vaultId: string; ownerId: string }) {
  const vault = await lockVaultOfExecutors(tx, input);
  if (!vault) return { vault: null, executor: null };
  const [executor] = await tx
    .select(columns)
    .from(executors)
    .where(and(eq(executors.id, input.executorId), eq(executors.vaultId, vault.id)));
  return { vault, executor: executor ?? null };
}

/** Does not lock. Null if the owner has no such executor of an activated vault. */
export async function findExecutorOf(
  database: DatabaseOrTransaction,
  input: { executorId: string; vaultId: string; ownerId: string },
): Promise<ExecutorRow | null> {
  const isTheirs = and(eq(vaults.id, input.vaultId), eq(vaults.creatorId, input.ownerId));
  const [executor] = await database
    .select(columns)
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .where(and(eq(executors.id, input.executorId), isTheirs, ne(vaults.paymentStatus, 'unpaid')));
  return executor ?? null;
}

export async function changeExecutor(
  tx: Transaction,
  executorId: string,
  to: Pick<ExecutorRow, 'name' | 'email' | 'note'>,
): Promise<void> {
  await tx.update(executors).set(to).where(eq(executors.id, executorId));
}

/** Their code ends with the row. */
export async function deleteExecutor(tx: Transaction, executorId: string): Promise<void> {
  await tx.delete(executors).where(eq(executors.id, executorId));
}

interface NewCode {
  /** Keyed digests of the code and of the token that confirms its letter. */
  accessCode: string;
  confirmToken: string;
  codeSentAt: Date;
}

/** Ends the earlier code. Nobody has confirmed the new one. */
export async function setAccessCode(tx: Transaction, executorId: string, code: NewCode): Promise<void> {
  await tx
    .update(executors)
    .set({ ...code, confirmedAt: null })
    .where(eq(executors.id, executorId));
}

export interface CodeUse {
  /** Uses the owner was not notified of, including this one. */
  times: number;
  /** When the owner was last notified, or null. */
  since: Date | null;
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
      executor: columns,
      usedAt: executors.usedAt,
      vault: { id: vaults.id, title: vaults.title, creatorId: vaults.creatorId },
    })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .where(and(gt(executors.unreportedUses, 0), hasNoRecentLetter(now)))
    .limit(500);

/**
 * Finds the executor and the activated vault by the digest of a code: one indexed query, whether it exists or not.
 * Within a transaction, the vault can't be deleted until it ends.
 */
export async function findByAccessCode(database: DatabaseOrTransaction, digest: string) {
  const [found] = await database
    .select({ executor: columns, vault: vaults, owner: ownerColumns })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(
      and(
        eq(executors.accessCode, digest),
        ne(vaults.paymentStatus, 'unpaid'),
        ne(vaults.status, 'deleting'),
        // If the owner has requested deletion, an unreleased vault can't be released. A released vault's code still works.
        or(isNull(users.deletedAt), eq(vaults.status, 'released')),
      ),
    )
    .for('key share', { of: vaults });
  return found ?? null;
}
