// Queries of abandoned drafts: which owners to notify, and which drafts to delete.
import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import { users, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

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
