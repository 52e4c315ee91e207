// Queries of a reader's choices without a proof: closing a link that is not for them, and a reminder.
import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { accessVerifications } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

const links = accessVerifications;

/** Ends the link, once, with its reminder. The caller holds the vault's lock. */
export async function closeLinkOnce(tx: Transaction, linkId: string, now: Date): Promise<boolean> {
  const isOpen = and(eq(links.id, linkId), isNull(links.closedAt), gt(links.expiresAt, now));
  const ended = { closedAt: now, expiresAt: now, remindAt: null };
  return ((await tx.update(links).set(ended).where(isOpen)).rowCount ?? 0) > 0;
}

export const countClosedLinks = (tx: Transaction, vaultId: string): Promise<number> =>
  tx.$count(links, and(eq(links.vaultId, vaultId), isNotNull(links.closedAt)));

/** Whether somebody has answered the vault's questions, with any of its links. */
export const isVaultOpened = async (tx: Transaction, vaultId: string): Promise<boolean> =>
  (await tx.$count(links, and(eq(links.vaultId, vaultId), eq(links.securityAnswersProvided, true)))) > 0;

/** Replaces an earlier choice. @returns false if the link has ended */
export async function setReminder(tx: Transaction, linkId: string, remindAt: Date, now: Date): Promise<boolean> {
  const isOpen = and(eq(links.id, linkId), isNull(links.closedAt), gt(links.expiresAt, now));
  return ((await tx.update(links).set({ remindAt }).where(isOpen)).rowCount ?? 0) > 0;
}

export const listDueReminders = (database: DatabaseOrTransaction, now: Date, max: number) =>
  database
    .select({ linkId: links.id, vaultId: links.vaultId })
    .from(links)
    .where(lte(links.remindAt, now))
    .orderBy(asc(links.remindAt))
    .limit(max);

/** Ends every reminder of the vault: its next reader has asked for none. */
export async function endReminders(tx: Transaction, vaultId: string): Promise<void> {
  await tx
    .update(links)
    .set({ remindAt: null })
    .where(and(eq(links.vaultId, vaultId), isNotNull(links.remindAt)));
}

/** Takes a due reminder, once. */
export async function takeReminder(tx: Transaction, linkId: string, now: Date): Promise<boolean> {
  const taken = await tx
    .update(links)
    .set({ remindAt: null })
    .where(and(eq(links.id, linkId), lte(links.remindAt, now)));
  return (taken.rowCount ?? 0) > 0;
}
