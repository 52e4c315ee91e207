// Queries of the executors.
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { type Digests, findByDigest } from '../../keys/secret/digest-store.ts';
import { ownerSeenAt } from '../../people/users/owner-seen-store.ts';
import { given, prepared } from '../../platform/database/prepared.ts';
import { executors, releaseRequests, users, vaults } from '../../platform/database/schema.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { releasesUndone } from '../../records/acts/undone-release-store.ts';
import type { JournalStates } from '../../records/journal/journal-state-store.ts';

export const executorColumns = {
  id: executors.id,
  vaultId: executors.vaultId,
  name: executors.name,
  email: executors.email,
  secondEmail: executors.secondEmail,
  note: executors.note,
  codeSentAt: executors.codeSentAt,
  usedAt: executors.usedAt,
  confirmedAt: executors.confirmedAt,
  codeNumber: executors.codeNumber,
};
type Row = typeof executors.$inferSelect;
export type ExecutorRow = Pick<Row, keyof typeof executorColumns>;
export const ownerColumns = { firstName: users.firstName, lastName: users.lastName, email: users.email };

/** The stored part of a code, from the moment its executor is named. The code works, and is mailed, once the vault is activated. */
export type ExecutorCode = Pick<Row, 'accessCode' | 'codeSalt' | 'codeNumber'>;
type NewExecutor = Pick<ExecutorRow, 'id' | 'vaultId' | 'name' | 'email'> &
  ExecutorCode & { secondEmail?: string | null; note?: string; createdAt: Date };

export async function insertExecutor(tx: Transaction, executor: NewExecutor): Promise<ExecutorRow> {
  const [inserted] = await tx.insert(executors).values(executor).returning(executorColumns);
  if (!inserted) throw new Error('the executor was not inserted');
  return inserted;
}

export const listExecutors = (database: DatabaseOrTransaction, vaultId: string): Promise<ExecutorRow[]> =>
  database
    .select(executorColumns)
    .from(executors)
    .where(eq(executors.vaultId, vaultId))
    .orderBy(asc(executors.createdAt));

/** Null if the owner has no such vault. */
export async function listExecutorsOf(database: DatabaseOrTransaction, vaultId: string, ownerId: string) {
  const rows = await database
    .select({ executor: executorColumns })
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
    .for('no key update');
  return vault ?? null;
}

/** Locks the executor and their vault, as above. */
export async function lockExecutorOf(tx: Transaction, input: { executorId: string; vaultId: string; ownerId: string }) {
  const vault = await lockVaultOfExecutors(tx, input);
  if (!vault) return { vault: null, executor: null };
  const [executor] = await tx
    .select(executorColumns)
    .from(executors)
    .where(and(eq(executors.id, input.executorId), eq(executors.vaultId, vault.id)));
  return { vault, executor: executor ?? null };
}

export async function findExecutor(tx: Transaction, { executorId, vaultId }: { executorId: string; vaultId: string }) {
  const isIt = and(eq(executors.id, executorId), eq(executors.vaultId, vaultId));
  const [executor] = await tx.select(executorColumns).from(executors).where(isIt);
  return executor ?? null;
}

/** A draft's executors get no letter yet. */
export async function isDraftVault(database: DatabaseOrTransaction, vaultId: string): Promise<boolean> {
  const isDraft = and(eq(vaults.id, vaultId), eq(vaults.paymentStatus, 'unpaid'));
  return (await database.$count(vaults, isDraft)) > 0;
}

/** Does not lock. Null if the owner has no such executor of an activated vault. */
export async function findExecutorOf(
  database: DatabaseOrTransaction,
  input: { executorId: string; vaultId: string; ownerId: string },
): Promise<ExecutorRow | null> {
  const isTheirs = and(eq(vaults.id, input.vaultId), eq(vaults.creatorId, input.ownerId));
  const [executor] = await database
    .select(executorColumns)
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .where(and(eq(executors.id, input.executorId), isTheirs, ne(vaults.paymentStatus, 'unpaid')));
  return executor ?? null;
}

export async function changeExecutor(
  tx: Transaction,
  executorId: string,
  { name, email, secondEmail, note }: Pick<ExecutorRow, 'name' | 'email' | 'secondEmail' | 'note'>,
): Promise<void> {
  // Another person was never asked whether they want to be.
  const refusesYearly = sql`${executors.refusesYearly} and lower(${executors.email}) = lower(${email})`;
  await tx.update(executors).set({ name, email, secondEmail, note, refusesYearly }).where(eq(executors.id, executorId));
}

/** The executor's code stops working with the deletion. */
export async function deleteExecutor(tx: Transaction, executorId: string): Promise<void> {
  await tx.delete(executors).where(eq(executors.id, executorId));
}

/** Resets the confirmation, because nobody has confirmed this letter yet. A new code invalidates the previous one. */
export async function markCodeSent(
  tx: Transaction,
  executorId: string,
  code: { confirmToken: string; codeSentAt: Date } & Partial<ExecutorCode>,
): Promise<void> {
  await tx
    .update(executors)
    .set({ ...code, confirmedAt: null })
    .where(eq(executors.id, executorId));
}

/** The vault's columns that an executor may see, and its owner. */
const summaryColumns = {
  id: vaults.id,
  creatorId: vaults.creatorId,
  title: vaults.title,
  status: vaults.status,
  recipientName: vaults.recipientName,
  recipientEmail: vaults.recipientEmail,
  createdAt: vaults.createdAt,
  releasedAt: vaults.releasedAt,
  waitHours: vaults.waitHours,
  mustAgree: vaults.mustAgree,
  /** Whether an executor has ever asked for its release, so that the usual summary takes no further statement. */
  hasRequest: sql<boolean>`exists (select from ${releaseRequests} request where request.vault_id = ${vaults.id})`,
  releasesUndone,
};
const holderOf = (database: Database) =>
  database
    .select({ executor: executorColumns, vault: summaryColumns, owner: ownerColumns, ownerSeenAt })
    .from(executors)
    .innerJoin(vaults, eq(vaults.id, executors.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(
      and(
        eq(executors.accessCode, given('digest')),
        ne(vaults.paymentStatus, 'unpaid'),
        ne(vaults.status, 'deleting'),
        // If the owner has requested deletion, an unreleased vault can't be released. A released vault's code still works.
        or(isNull(users.deletedAt), eq(vaults.status, 'released')),
      ),
    );
const selectByCode = prepared('find_by_access_code', holderOf);
const lockByCode = prepared('lock_by_access_code', (database) =>
  holderOf(database).for('key share', { of: [vaults, executors] }),
);

/** Finds the executor and the activated vault by the digest of a code: one indexed query, whether it exists or not. */
export const findByAccessCode = (database: Database, digests: Digests) =>
  withAccessCode(database, digests, async (digest) => (await selectByCode(database, { digest }))[0] ?? null);

/** The same within a transaction: until it ends the vault can't be deleted, nor the code replaced. */
export const lockByAccessCode = (tx: Transaction, digests: Digests) =>
  withAccessCode(tx, digests, async (digest) => (await lockByCode(tx, { digest }))[0] ?? null);

/** Wraps a function that takes a code's digest and returns null if no executor has it. */
export const withAccessCode = <Found>(
  database: DatabaseOrTransaction,
  digests: Digests,
  find: (digest: string) => Promise<Found | null>,
): Promise<Found | null> => findByDigest(database, { column: executors.accessCode, digests }, find);

/** Sets an executor in a restored database to the state in the journal, or adds them. Their previous code stops working. */
export async function putExecutorState(
  tx: Transaction,
  executorId: string,
  state: JournalStates['executor'],
): Promise<void> {
  const { vaultId, person, ...code } = state;
  const codeSentAt = state.codeSentAt === null ? null : new Date(state.codeSentAt);
  const set = { ...person, ...code, codeSentAt };
  await tx
    .insert(executors)
    .values({ id: executorId, vaultId, ...set })
    .onConflictDoUpdate({ target: executors.id, set });
}
