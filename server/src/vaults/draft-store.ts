// Queries of the drafts that nobody touched for long: whom to write to, and what ends.
import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import { users, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

const isDraft = and(eq(vaults.status, 'active'), eq(vaults.paymentStatus, 'unpaid'));
/** A change after the notice has saved the draft, and a new notice is due when it was left alone again. */
const isUnnoticed = or(isNull(vaults.draftNoticeAt), lt(vaults.draftNoticeAt, vaults.updatedAt));

/** Drafts that nobody touched since then and whose owner was not written to. */
export const listUnnoticedDrafts = (database: DatabaseOrTransaction, untouchedSince: Date) =>
  database
    .select({
      vault: { id: vaults.id, title: vaults.title },
      owner: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(vaults)
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .where(and(isDraft, lte(vaults.updatedAt, untouchedSince), isUnnoticed))
    .limit(500);

/** Notes the letter, once; false when somebody touched the draft, paid for it, or another process was first. */
export async function noticeDraft(
  tx: Transaction,
  { vaultId, untouchedSince, now }: { vaultId: string; untouchedSince: Date; now: Date },
): Promise<boolean> {
  const noticed = await tx
    .update(vaults)
    .set({ draftNoticeAt: now })
    .where(and(eq(vaults.id, vaultId), isDraft, lte(vaults.updatedAt, untouchedSince), isUnnoticed))
    .returning({ id: vaults.id });
  return noticed.length > 0;
}

const isEnding = (noticedBefore: Date) =>
  and(isDraft, lte(vaults.draftNoticeAt, noticedBefore), gt(vaults.draftNoticeAt, vaults.updatedAt));

export const listEndingDrafts = (database: DatabaseOrTransaction, noticedBefore: Date) =>
  database
    .select({ id: vaults.id, creatorId: vaults.creatorId })
    .from(vaults)
    .where(isEnding(noticedBefore))
    .limit(500);

/** Locks the draft until the transaction ends; false when it was saved in the meantime. */
export async function lockEndingDraft(tx: Transaction, vaultId: string, noticedBefore: Date): Promise<boolean> {
  const [draft] = await tx
    .select({ id: vaults.id })
    .from(vaults)
    .where(and(eq(vaults.id, vaultId), isEnding(noticedBefore)))
    .for('update');
  return draft !== undefined;
}
