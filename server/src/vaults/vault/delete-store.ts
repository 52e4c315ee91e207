// Queries of deletion: abandoned drafts and their notices, vaults that can still be restored, and the purge.
import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import { users, vaults } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';
import { ownedBy, type VaultRow } from './vault-store.ts';

const isDraft = and(eq(vaults.status, 'active'), eq(vaults.paymentStatus, 'unpaid'));
/** A change after the notice saves the draft. If it is abandoned again, a new notice is sent. */
const isUnnotified = or(isNull(vaults.draftNoticeAt), lt(vaults.draftNoticeAt, vaults.updatedAt));

/** Drafts unchanged since then whose owner has no notice yet. */
export const listUnnotifiedDrafts = (database: DatabaseOrTransaction, untouchedSince: Date) =>
  database
    .select({
      vault: { id: vaults.id, title: vaults.title },
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isDraft, lte(vaults.updatedAt, untouchedSince), isUnnotified))
    .limit(500);

/** Records the notice, once. Returns false if the draft was changed or paid for, or another process was first. */
export async function markDraftNotified(
  tx: Transaction,
  { vaultId, untouchedSince, now }: { vaultId: string; untouchedSince: Date; now: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(vaults)
    .set({ draftNoticeAt: now })
    .where(and(eq(vaults.id, vaultId), isDraft, lte(vaults.updatedAt, untouchedSince), isUnnotified));
  return rowCount !== 0;
}

const isEnding = (notifiedBefore: Date) =>
  and(isDraft, lte(vaults.draftNoticeAt, notifiedBefore), gt(vaults.draftNoticeAt, vaults.updatedAt));

export const listEndingDrafts = (database: DatabaseOrTransaction, notifiedBefore: Date) =>
  database
    .select({ id: vaults.id, creatorId: vaults.creatorId })
    .from(vaults)
    .where(isEnding(notifiedBefore))
    .limit(500);

/** Locks the draft until the transaction ends. Returns false if it was saved in the meantime. */
export async function lockEndingDraft(tx: Transaction, vaultId: string, notifiedBefore: Date): Promise<boolean> {
  const [draft] = await tx
    .select({ id: vaults.id })
    .from(vaults)
    .where(and(eq(vaults.id, vaultId), isEnding(notifiedBefore)))
    .for('update');
  return draft !== undefined;
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

/** Deletes a vault in any state. Null if it does not exist. For the operator and the purge. */
export const deleteAnyVault = (tx: Transaction, vaultId: string): Promise<VaultRow | null> =>
  firstRow(tx.delete(vaults).where(eq(vaults.id, vaultId)).returning());
