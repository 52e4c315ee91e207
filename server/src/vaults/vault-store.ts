// Queries of the vaults.
import { and, count, desc, eq, gt, lte, ne } from 'drizzle-orm';
import { accessGuesses, plans, userSubscriptions, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { overview } from './vault-overview.ts';

export type VaultRow = typeof vaults.$inferSelect;
export type NewVault = Omit<typeof vaults.$inferInsert, 'status' | 'paymentStatus'>;

export const ownedBy = (ownerId: string, vaultId: string) => and(eq(vaults.id, vaultId), eq(vaults.creatorId, ownerId));
/** A deleted vault is hidden until the purge, or until it is restored from its letter. */
const isShown = ne(vaults.status, 'deleting');

/** Newest first. */
export const listVaultsOf = (database: DatabaseOrTransaction, ownerId: string) =>
  database
    .select({
      id: vaults.id,
      title: vaults.title,
      status: vaults.status,
      paymentStatus: vaults.paymentStatus,
      recipientName: vaults.recipientName,
      createdAt: vaults.createdAt,
      scheduledReleaseDate: vaults.scheduledReleaseDate,
      ...overview,
    })
    .from(vaults)
    .leftJoin(userSubscriptions, eq(userSubscriptions.id, vaults.purchaseId))
    .leftJoin(accessGuesses, eq(accessGuesses.vaultId, vaults.id))
    .where(and(eq(vaults.creatorId, ownerId), isShown))
    .orderBy(desc(vaults.createdAt), desc(vaults.id));

/** The vault, its overview, and the number of edits its plan allows. Null if the owner has no such vault. */
export async function findVaultOf(database: DatabaseOrTransaction, ownerId: string, vaultId: string) {
  const [found] = await database
    .select({ vault: vaults, editsAllowed: plans.editsAllowed, ...overview })
    .from(vaults)
    .leftJoin(plans, eq(plans.name, vaults.planType))
    .leftJoin(userSubscriptions, eq(userSubscriptions.id, vaults.purchaseId))
    .leftJoin(accessGuesses, eq(accessGuesses.vaultId, vaults.id))
    .where(and(ownedBy(ownerId, vaultId), isShown));
  return found ? { ...found, editsAllowed: found.editsAllowed ?? 0 } : null;
}

/**
 * Locks out every other change of this owner's vaults until the transaction ends. Returns false if the account is gone or its
 * deletion was requested.
 */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const [owner] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('no key update');
  return owner !== undefined && owner.deletedAt === null;
}

/** The vault created with this idempotency key. The caller must hold the owner's lock. */
export async function findByCreationKey(
  tx: Transaction,
  ownerId: string,
  creationKey: string,
): Promise<VaultRow | null> {
  const [vault] = await tx
    .select()
    .from(vaults)
    .where(and(eq(vaults.creatorId, ownerId), eq(vaults.creationKey, creationKey)));
  return vault ?? null;
}

/** The caller must hold the owner's lock. */
export async function countDrafts(tx: Transaction, ownerId: string): Promise<number> {
  const [drafts] = await tx
    .select({ n: count() })
    .from(vaults)
    .where(and(eq(vaults.creatorId, ownerId), eq(vaults.paymentStatus, 'unpaid')));
  return drafts?.n ?? 0;
}

export async function insertVault(tx: Transaction, vault: NewVault): Promise<void> {
  await tx.insert(vaults).values(vault);
}

/** Deletes a vault that was never paid for. Returns false if there is no such vault. */
export async function deleteDraft(tx: Transaction, ownerId: string, vaultId: string): Promise<boolean> {
  const deleted = await tx
    .delete(vaults)
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active'), eq(vaults.paymentStatus, 'unpaid')))
    .returning({ id: vaults.id });
  return deleted.length > 0;
}

/** Hides a vault until it is purged, and prevents its release. Returns false if it is released or missing. */
export async function markDeleting(tx: Transaction, ownerId: string, vaultId: string, purgeAt: Date): Promise<boolean> {
  const marked = await tx
    .update(vaults)
    .set({ status: 'deleting', purgeAt })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active')))
    .returning({ id: vaults.id });
  return marked.length > 0;
}

/** Restores a deleted vault. Returns false if it is gone. */
export async function restoreDeleted(tx: Transaction, ownerId: string, vaultId: string, now: Date): Promise<boolean> {
  const restored = await tx
    .update(vaults)
    .set({ status: 'active', purgeAt: null })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'deleting'), gt(vaults.purgeAt, now)))
    .returning({ id: vaults.id });
  return restored.length > 0;
}

/** Deleted vaults whose time to restore is over, longest waiting first. */
export async function listToPurge(database: DatabaseOrTransaction, now: Date, max: number): Promise<string[]> {
  const due = await database
    .select({ id: vaults.id })
    .from(vaults)
    .where(and(eq(vaults.status, 'deleting'), lte(vaults.purgeAt, now)))
    .orderBy(vaults.purgeAt)
    .limit(max);
  return due.map(({ id }) => id);
}

/** Locks a deleted vault whose time to restore is over. Null if there is none, or another process has it locked. */
export async function lockToPurge(tx: Transaction, vaultId: string, now: Date): Promise<VaultRow | null> {
  const [vault] = await tx
    .select()
    .from(vaults)
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'deleting'), lte(vaults.purgeAt, now)))
    .for('update', { skipLocked: true });
  return vault ?? null;
}

/** Every vault of an owner, including hidden ones. */
export async function listVaultIdsOf(database: DatabaseOrTransaction, ownerId: string): Promise<string[]> {
  const found = await database.select({ id: vaults.id }).from(vaults).where(eq(vaults.creatorId, ownerId));
  return found.map(({ id }) => id);
}

/** Deletes a vault in any state. Null if it does not exist. For the operator and the purge. */
export async function deleteAnyVault(tx: Transaction, vaultId: string): Promise<VaultRow | null> {
  const [vault] = await tx.delete(vaults).where(eq(vaults.id, vaultId)).returning();
  return vault ?? null;
}

/** The vault and the state of its owner's account. */
export async function findVaultState(database: DatabaseOrTransaction, vaultId: string) {
  const [found] = await database
    .select({ vault: vaults, owner: { deletedAt: users.deletedAt, suspendedAt: users.suspendedAt } })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(eq(vaults.id, vaultId));
  return found ?? null;
}

/** Locks the vault until the transaction ends. Null if the owner has no such vault. */
export async function lockVaultOf(tx: Transaction, ownerId: string, vaultId: string): Promise<VaultRow | null> {
  const [vault] = await tx.select().from(vaults).where(ownedBy(ownerId, vaultId)).for('update');
  return vault ?? null;
}
