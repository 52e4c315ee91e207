// Queries of the vaults.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { and, count, desc, eq, lt, ne, sql } from 'drizzle-orm';
import { accessGuesses, plans, users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

export type VaultRow = typeof vaults.$inferSelect;
export type NewVault = Omit<typeof vaults.$inferInsert, 'status' | 'paymentStatus'>;

const ownedBy = (ownerId: string, vaultId: string) => and(eq(vaults.id, vaultId), eq(vaults.creatorId, ownerId));

export const listVaultsOf = (database: DatabaseOrTransaction, ownerId: string) =>
  database
    .select({
      id: vaults.id,
      title: vaults.title,
      status: vaults.status,
      paymentStatus: vaults.paymentStatus,
      recipientName: vaults.recipientName,
      createdAt: vaults.createdAt,
    })
    .from(vaults)
    .where(eq(vaults.creatorId, ownerId))
    .orderBy(desc(vaults.createdAt), desc(vaults.id));

/** The vault with the edits its plan allows; null where the owner has none such. */
export async function findVaultOf(database: DatabaseOrTransaction, ownerId: string, vaultId: string) {
  const [found] = await database
    .select({
      vault: vaults,
      editsAllowed: plans.editsAllowed,
      questionsLocked: sql<boolean>`coalesce(${accessGuesses.wrongInAll} >= ${accessGuesses.maxWrong}, false)`,
    })
    .from(vaults)
    .leftJoin(plans, eq(plans.name, vaults.planType))
    .leftJoin(accessGuesses, eq(accessGuesses.vaultId, vaults.id))
    .where(ownedBy(ownerId, vaultId));
  return found ? { ...found, editsAllowed: found.editsAllowed ?? 0 } : null;
}

/**
 * Holds every other change of this owner's vaults back until the transaction ends. False where the account is gone, or its
 * deletion was asked for.
 */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const [owner] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('no key update');
  return owner !== undefined && owner.deletedAt === null;
}

/** The vault that was made of a creation sent with this key. Hold the owner's lock. */
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

/** Hold the owner's lock. */
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

interface Edit {
  ownerId: string;
  vaultId: string;
  changes: Partial<Pick<VaultRow, 'title' | 'recipientName' | 'recipientEmail' | 'message' | 'scheduledReleaseDate'>>;
  editsAllowed: number;
}

/** Changes the vault and counts the edit in one guarded statement; false when it may no longer be edited. */
export async function editOnce(tx: Transaction, { ownerId, vaultId, changes, editsAllowed }: Edit, now: Date) {
  const edited = await tx
    .update(vaults)
    .set({ ...changes, editCount: sql`${vaults.editCount} + 1`, updatedAt: now })
    .where(
      and(
        ownedBy(ownerId, vaultId),
        eq(vaults.status, 'active'),
        ne(vaults.paymentStatus, 'lapsed'),
        editsAllowed === unlimited ? undefined : lt(vaults.editCount, editsAllowed),
      ),
    )
    .returning({ id: vaults.id });
  return edited.length > 0;
}

/** False when the vault is released or not there. */
export async function deleteUnreleased(tx: Transaction, ownerId: string, vaultId: string): Promise<boolean> {
  const deleted = await tx
    .delete(vaults)
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active')))
    .returning({ id: vaults.id });
  return deleted.length > 0;
}

/** Deletes a vault in whatever state it is; null where there is none such. For an operator alone. */
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

/** Locks the vault until the transaction ends; null where the owner has none such. */
export async function lockVaultOf(tx: Transaction, ownerId: string, vaultId: string): Promise<VaultRow | null> {
  const [vault] = await tx.select().from(vaults).where(ownedBy(ownerId, vaultId)).for('update');
  return vault ?? null;
}
