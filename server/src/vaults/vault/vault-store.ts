// Queries of the vaults.
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { isAskedSession, sessionColumns } from '../../people/sessions/session-store.ts';
import { lockUser } from '../../people/users/user-store.ts';
import { given, prepared } from '../../platform/database/prepared.ts';
import {
  accessGuesses,
  plans,
  securityQuestions,
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
import { isProven, overview, verifiedAt } from './vault-overview.ts';

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
type NullableColumn = 'scheduledReleaseDate' | 'purchaseStatus' | 'periodEnd' | 'invitation' | 'releaseRequest';

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
      isProven,
      questionCount: sql<number>`(select count(*)::int from ${securityQuestions} q where q.vault_id = ${vaults.id})`,
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

/** Every vault of an owner, oldest first, including hidden ones. */
export async function listVaultIdsOf(database: DatabaseOrTransaction, ownerId: string): Promise<string[]> {
  const found = await database
    .select({ id: vaults.id })
    .from(vaults)
    .where(eq(vaults.creatorId, ownerId))
    .orderBy(vaults.createdAt, vaults.id);
  return found.map(({ id }) => id);
}

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
  firstRow(tx.select().from(vaults).where(ownedBy(ownerId, vaultId)).for('no key update'));

/**
 * Until the transaction ends the vault is neither released nor changed, and no release of it undone. Not a shared lock: two right answers, of
 * which each ends a correction in the vault, would wait for each other.
 */
export async function holdVault(tx: Transaction, vaultId: string): Promise<void> {
  await tx.select({ id: vaults.id }).from(vaults).where(eq(vaults.id, vaultId)).for('no key update');
}

/** Locks a released vault until the transaction ends. Null if it is not released. */
export async function lockReleasedVault(tx: Transaction, vaultId: string) {
  const [found] = await tx
    .select({
      vault: vaults,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'released')))
    .for('no key update', { of: vaults });
  return found ?? null;
}
