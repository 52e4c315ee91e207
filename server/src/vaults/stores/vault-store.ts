// Queries of the vaults.
import { and, desc, eq, gt, lte, ne } from 'drizzle-orm';
import { isAskedSession, sessionColumns } from '../../people/sessions/session-store.ts';
import { lockUser } from '../../people/users/user-store.ts';
import { given, prepared } from '../../platform/database/prepared.ts';
import {
  accessGuesses,
  plans,
  sessions,
  userSubscriptions,
  users,
  vaultKeys,
  vaults,
} from '../../platform/database/schema.ts';
import {
  type Database,
  type DatabaseOrTransaction,
  firstRow,
  type Transaction,
} from '../../platform/database/transaction.ts';
import { verifiedAt } from './check-store.ts';
import { overview } from './vault-overview.ts';

export type VaultRow = typeof vaults.$inferSelect;

export const ownedBy = (ownerId: string, vaultId: string) => and(eq(vaults.id, vaultId), eq(vaults.creatorId, ownerId));
/** A deleted vault is hidden until the purge, or until it is restored from its letter. */
const isShown = ne(vaults.status, 'deleting');

const selectSessionWithVaults = prepared('find_session_with_vaults', (database) =>
  database
    .select({
      session: sessionColumns,
      vault: {
        id: vaults.id,
        title: vaults.title,
        status: vaults.status,
        paymentStatus: vaults.paymentStatus,
        recipientName: vaults.recipientName,
        createdAt: vaults.createdAt,
        scheduledReleaseDate: vaults.scheduledReleaseDate,
        ...overview,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(vaults, and(eq(vaults.creatorId, users.id), isShown))
    .leftJoin(userSubscriptions, eq(userSubscriptions.id, vaults.purchaseId))
    .leftJoin(accessGuesses, eq(accessGuesses.vaultId, vaults.id))
    .where(isAskedSession)
    .orderBy(desc(vaults.createdAt), desc(vaults.id)),
);
type Row = Awaited<ReturnType<typeof selectSessionWithVaults>>[number];
type Present<Columns> = {
  [Name in keyof Columns]: Name extends NullableColumn ? Columns[Name] : NonNullable<Columns[Name]>;
};
type NullableColumn = 'scheduledReleaseDate' | 'purchaseStatus' | 'periodEnd' | 'invitation';

/** A live session with its owner's vaults, newest first, in one statement. */
export async function findSessionWithVaults(database: Database, sid: string, now: Date) {
  const rows = await selectSessionWithVaults(database, { sid });
  const [first] = rows;
  if (!first || first.session.expire <= now) return null;
  // An owner without vaults gets one row with an empty vault.
  const listed = rows.map(({ vault }) => vault as Present<Row['vault']>).filter(({ id }) => id !== null);
  return { ...first.session, vaults: listed };
}

const selectVaultOf = prepared('find_vault_of', (database) =>
  database
    .select({
      vault: vaults,
      wrappedKey: vaultKeys.wrappedKey,
      editsAllowed: plans.editsAllowed,
      verifiedAt,
      ...overview,
    })
    .from(vaults)
    .leftJoin(plans, eq(plans.name, vaults.planType))
    .leftJoin(userSubscriptions, eq(userSubscriptions.id, vaults.purchaseId))
    .leftJoin(accessGuesses, eq(accessGuesses.vaultId, vaults.id))
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaults.id))
    .where(and(eq(vaults.id, given('vaultId')), eq(vaults.creatorId, given('ownerId')), isShown)),
);

/** A vault with its key, its overview, and the number of edits its plan allows. */
export type FoundVault = NonNullable<Awaited<ReturnType<typeof findVaultOf>>>;

/** Null if the owner has no such vault. */
export async function findVaultOf(database: DatabaseOrTransaction, ownerId: string, vaultId: string) {
  const [found] = await selectVaultOf(database, { ownerId, vaultId });
  return found ? { ...found, editsAllowed: found.editsAllowed ?? 0 } : null;
}

/**
 * Locks out every other change of this owner's vaults until the transaction ends. Returns false if the account is gone or its
 * deletion was requested.
 */
export async function lockOwner(tx: Transaction, ownerId: string): Promise<boolean> {
  const owner = await lockUser(tx, ownerId);
  return owner !== null && owner.deletedAt === null;
}

/** Deletes a vault that was never paid for. Returns false if there is no such vault. */
export async function deleteDraft(tx: Transaction, ownerId: string, vaultId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(vaults)
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active'), eq(vaults.paymentStatus, 'unpaid')));
  return rowCount !== 0;
}

/** Hides a vault until it is purged, and prevents its release. Returns false if it is released or missing. */
export async function markDeleting(tx: Transaction, ownerId: string, vaultId: string, purgeAt: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(vaults)
    .set({ status: 'deleting', purgeAt })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'active')));
  return rowCount !== 0;
}

/** Restores a deleted vault. Returns false if it is gone. */
export async function restoreDeleted(tx: Transaction, ownerId: string, vaultId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(vaults)
    .set({ status: 'active', purgeAt: null })
    .where(and(ownedBy(ownerId, vaultId), eq(vaults.status, 'deleting'), gt(vaults.purgeAt, now)));
  return rowCount !== 0;
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

/** Every vault of an owner, oldest first, including hidden ones. */
export async function listVaultIdsOf(database: DatabaseOrTransaction, ownerId: string): Promise<string[]> {
  const found = await database
    .select({ id: vaults.id })
    .from(vaults)
    .where(eq(vaults.creatorId, ownerId))
    .orderBy(vaults.createdAt, vaults.id);
  return found.map(({ id }) => id);
}

/** Deletes a vault in any state. Null if it does not exist. For the operator and the purge. */
export const deleteAnyVault = (tx: Transaction, vaultId: string): Promise<VaultRow | null> =>
  firstRow(tx.delete(vaults).where(eq(vaults.id, vaultId)).returning());

/** The vault, and its owner's address and state. */
export async function findVaultState(database: DatabaseOrTransaction, vaultId: string) {
  const [found] = await database
    .select({
      vault: vaults,
      owner: { email: users.email, deletedAt: users.deletedAt, suspendedAt: users.suspendedAt },
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(eq(vaults.id, vaultId));
  return found ?? null;
}

/** Locks the vault until the transaction ends. Null if the owner has no such vault. */
export const lockVaultOf = (tx: Transaction, ownerId: string, vaultId: string): Promise<VaultRow | null> =>
  firstRow(tx.select().from(vaults).where(ownedBy(ownerId, vaultId)).for('update'));
