// Queries of an account's previous address, while the move can still be undone. Letters about the account also go to it.
import { newAddressHours } from '@remembrance/contract/limits.ts';
import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import { users } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import type { UserRow } from './user-store.ts';

/**
 * Stores the previous address until the move can no longer be undone, and when the account may read its content again. If the account
 * moves several times, it keeps the first address.
 */
export async function setEarlierEmail(tx: Transaction, { id, email }: UserRow, until: Date, now: Date): Promise<void> {
  const isOpen = sql`${users.earlierEmailUntil} > ${now.toISOString()}`;
  await tx
    .update(users)
    .set({
      earlierEmail: sql`case when ${isOpen} then ${users.earlierEmail} else ${email} end`,
      earlierEmailUntil: until,
      contentFrom: minutesLater(now, newAddressHours * 60),
    })
    .where(eq(users.id, id));
}

/** The previous mailbox has agreed to the move, or the account has returned to it. Returns false if there was nothing to wait for. */
export async function endContentWait(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ contentFrom: null })
    .where(and(eq(users.id, userId), gt(users.contentFrom, now)));
  return rowCount !== 0;
}

/** Until when the account reads no content, or null. */
export const contentWaitOf = ({ contentFrom }: Pick<UserRow, 'contentFrom'>, now: Date): Date | null =>
  contentFrom !== null && contentFrom > now ? contentFrom : null;

/** Erases previous addresses whose moves are final, or that the account has returned to. */
export async function eraseEarlierEmails(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database
    .update(users)
    .set({ earlierEmail: null, earlierEmailUntil: null })
    .where(or(lte(users.earlierEmailUntil, now), eq(users.earlierEmail, users.email)));
}

export type Addresses = Pick<UserRow, 'email' | 'earlierEmail' | 'earlierEmailUntil'>;

/** The previous address while the move can still be undone, or null. */
export const earlierEmailOf = ({ email, earlierEmail, earlierEmailUntil }: Addresses, now: Date): string | null =>
  earlierEmail !== null && earlierEmail !== email && earlierEmailUntil !== null && earlierEmailUntil > now
    ? earlierEmail
    : null;

/**
 * Somebody who moves an account to their own address must not be able to undo the owner's countermeasures, or hide later changes. So until the
 * move can no longer be undone, undo links are mailed to the previous address.
 */
export const trustedAddress = (user: Addresses, now: Date): string => earlierEmailOf(user, now) ?? user.email;
