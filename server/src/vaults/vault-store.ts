// Queries of the vaults.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { and, count, desc, eq, gt, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { accessGuesses, letters, plans, users, vaults } from '../database/schema.ts';
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
    .select({ vault: vaults, editsAllowed: plans.editsAllowed, wrongInAll: accessGuesses.wrongInAll })
    .from(vaults)
    .leftJoin(plans, eq(plans.name, vaults.planType))
    .leftJoin(accessGuesses, eq(accessGuesses.vaultId, vaults.id))
    .where(ownedBy(ownerId, vaultId));
  return found ? { ...found, editsAllowed: found.editsAllowed ?? 0, wrongInAll: found.wrongInAll ?? 0 } : null;
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

interface Activation {
  vaultId: string;
  paymentStatus: 'paid' | 'trial';
  subscriptionId: string;
  stripePaymentIntentId?: string;
}

/** Activates an unpaid vault, once; null when it was active already or is gone. */
export async function activate(tx: Transaction, input: Activation, now: Date) {
  const { vaultId, ...values } = input;
  const [vault] = await tx
    .update(vaults)
    .set({ ...values, activatedAt: now, updatedAt: now })
    .where(and(eq(vaults.id, vaultId), eq(vaults.paymentStatus, 'unpaid')))
    .returning();
  if (!vault) return null;
  const [owner] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, vault.creatorId));
  if (!owner) throw new Error('a vault without its owner');
  return { vault, owner };
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

export interface ReleasedVault {
  vault: VaultRow;
  owner: { id: string; firstName: string | null; lastName: string | null; email: string };
}

/**
 * The one statement that releases a vault: of any number at once exactly one gets the row back, the others null. It holds
 * the owner's row meanwhile, so that an account whose deletion is being asked for has either released before or releases
 * nothing. `dueOnly` releases it only where its own date has come, whatever the caller read before.
 */
export async function releaseOnce(
  tx: Transaction,
  input: { vaultId: string; dueOnly: boolean },
  now: Date,
): Promise<ReleasedVault | null> {
  const owners = tx.select({ id: vaults.creatorId }).from(vaults).where(eq(vaults.id, input.vaultId));
  const openAccount = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sql`(${owners})`), isNull(users.deletedAt)))
    .for('share');
  const [vault] = await tx
    .update(vaults)
    .set({ status: 'released', releasedAt: now, updatedAt: now })
    .where(
      and(
        eq(vaults.id, input.vaultId),
        eq(vaults.creatorId, sql`(${openAccount})`),
        eq(vaults.status, 'active'),
        ne(vaults.paymentStatus, 'unpaid'),
        input.dueOnly ? lte(vaults.scheduledReleaseDate, now) : undefined,
      ),
    )
    .returning();
  if (!vault) return null;
  const [owner] = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, vault.creatorId));
  if (!owner) throw new Error('a vault without its owner');
  return { vault, owner };
}

export async function findReleasedAt(database: DatabaseOrTransaction, vaultId: string): Promise<Date | null> {
  const [vault] = await database.select({ releasedAt: vaults.releasedAt }).from(vaults).where(eq(vaults.id, vaultId));
  return vault?.releasedAt ?? null;
}

const isActivated = and(eq(vaults.status, 'active'), ne(vaults.paymentStatus, 'unpaid'));
/** Of an account whose deletion was not asked for. Join the users. */
const isKept = isNull(users.deletedAt);

/** Activated vaults whose date has come, oldest first. */
export async function listDue(database: DatabaseOrTransaction, now: Date, most: number): Promise<string[]> {
  const due = await database
    .select({ id: vaults.id })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isActivated, isKept, lte(vaults.scheduledReleaseDate, now)))
    .orderBy(vaults.scheduledReleaseDate)
    .limit(most);
  return due.map(({ id }) => id);
}

/** Activated vaults to be released after `from` and until `until`, for which no letter with this prefix and their date exists. */
export async function listToRemind(database: DatabaseOrTransaction, from: Date, until: Date, keyPrefix: string) {
  const onceKey = sql<string>`${keyPrefix} || ${vaults.id} || '/' || extract(epoch from ${vaults.scheduledReleaseDate})::bigint`;
  return database
    .select({
      vault: vaults,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      onceKey,
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .leftJoin(letters, eq(letters.onceKey, onceKey))
    .where(
      and(
        isActivated,
        isKept,
        sql`not ${'release-reminder' satisfies LetterKind} = any(${users.refusedLetters})`,
        gt(vaults.scheduledReleaseDate, from),
        lte(vaults.scheduledReleaseDate, until),
        isNull(letters.id),
      ),
    )
    .limit(500);
}

/** Locks a released vault until the transaction ends; null where it is not released. */
export async function lockReleasedVault(tx: Transaction, vaultId: string): Promise<ReleasedVault | null> {
  const [found] = await tx
    .select({
      vault: vaults,
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(eq(vaults.id, vaultId), eq(vaults.status, 'released')))
    .for('update', { of: vaults });
  return found ?? null;
}
