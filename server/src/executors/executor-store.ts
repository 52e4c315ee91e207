// Queries of the executors.
import { codeUseLetterMinutes } from '@remembrance/contract/limits.ts';
import { and, asc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { executors, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { minutesLater } from '../lib/clock.ts';

export interface ExecutorRow {
  id: string;
  vaultId: string;
  name: string;
  email: string;
}

const columns = { id: executors.id, vaultId: executors.vaultId, name: executors.name, email: executors.email };

export async function insertExecutor(tx: Transaction, executor: ExecutorRow & { createdAt: Date }): Promise<void> {
  await tx.insert(executors).values(executor);
}

export const listExecutors = (database: DatabaseOrTransaction, vaultId: string): Promise<ExecutorRow[]> =>
  database.select(columns).from(executors).where(eq(executors.vaultId, vaultId)).orderBy(asc(executors.createdAt));

/** Null where the owner has no such vault. */
export async function listExecutorsOf(database: DatabaseOrTransaction, vaultId: string, ownerId: string) {
  const rows = await database
    .select({ executor: columns })
    .from(vaults)
    .leftJoin(executors, eq(executors.vaultId, vaults.id))
    .where(and(eq(vaults.id, vaultId), eq(vaults.creatorId, ownerId), ne(vaults.status, 'deleting')))
    .orderBy(asc(executors.createdAt));
  return rows.length === 0 ? null : rows.flatMap(({ executor }) => (executor ? [executor] : []));
}

/** The executor and their vault, locked until the transaction ends, so that a release can't pass between. */
export async function lockExecutorOf(tx: Transaction, input: { executorId: string; vaultId: string; ownerId: string }) {
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
  if (!vault) return { vault: null, executor: null };
  const [executor] = await tx
    .select(columns)
    .from(executors)
    .where(and(eq(executors.id, input.executorId), eq(executors.vaultId, vault.id)));
  return { vault, executor: executor ?? null };
}

/** Without a lock; null where the owner has no such executor of an activated vault. */
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

export async function renameExecutor(tx: Transaction, executorId: string, to: { name: string; email: string }) {
  await tx.update(executors).set(to).where(eq(executors.id, executorId));
}

export async function setAccessCode(tx: Transaction, executorId: string, digest: string): Promise<void> {
  await tx.update(executors).set({ accessCode: digest }).where(eq(executors.id, executorId));
}

export interface CodeUse {
  /** Uses the owner has not been told of, this one included. */
  times: number;
  /** When the owner was told last, or null. */
  since: Date | null;
}

/** Counts a use of the code. Answers it when the owner is to be told now; null when a letter went out within the hour. */
export async function countCodeUse(tx: Transaction, executorId: string, now: Date): Promise<CodeUse | null> {
  await tx
    .update(executors)
    .set({ untoldUses: sql`${executors.untoldUses} + 1`, usedAt: now })
    .where(eq(executors.id, executorId));
  return takeUntoldUses(tx, executorId, now);
}

const isQuiet = (now: Date) =>
  or(isNull(executors.toldAt), lte(executors.toldAt, minutesLater(now, -codeUseLetterMinutes)));

/** Takes the uses that the owner is told of now; null where there are none, or a letter went out within the hour. */
export async function takeUntoldUses(tx: Transaction, executorId: string, now: Date): Promise<CodeUse | null> {
  const [before] = await tx
    .select({ times: executors.untoldUses, since: executors.toldAt })
    .from(executors)
    .where(eq(executors.id, executorId))
    .for('update');
  const taken = await tx
    .update(executors)
    .set({ untoldUses: 0, toldAt: now })
    .where(and(eq(executors.id, executorId), gt(executors.untoldUses, 0), isQuiet(now)))
    .returning({ id: executors.id });
  return taken.length > 0 && before ? before : null;
}

/** Executors whose uses are to be told of now. */
export const listUntoldUses = (database: DatabaseOrTransaction, now: Date) =>
  database
    .select({
      executor: columns,
      usedAt: executors.usedAt,
      vault: { id: vaults.id, title: vaults.title, creatorId: vaults.creatorId },
    })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .where(and(gt(executors.untoldUses, 0), isQuiet(now)))
    .limit(500);

/**
 * The executor and the activated vault behind the digest of a code. One indexed look-up, found or not.
 * In a transaction the vault can't be deleted until it ends.
 */
export async function findByAccessCode(database: DatabaseOrTransaction, digest: string) {
  const [found] = await database
    .select({ executor: columns, vault: vaults })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(
      and(
        eq(executors.accessCode, digest),
        ne(vaults.paymentStatus, 'unpaid'),
        ne(vaults.status, 'deleting'),
        // A vault whose owner wants the account gone is not released; one released before has its code still.
        or(isNull(users.deletedAt), eq(vaults.status, 'released')),
      ),
    )
    .for('key share', { of: vaults });
  return found ?? null;
}
