// Brings a restored account to the state that the journal has recorded: its address, its check-in, and how often a way in was withdrawn.
import { eq } from 'drizzle-orm';
import { users } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { setEmail, type UserRow } from './user-store.ts';

type RecordedAddress = Pick<UserRow, 'email' | 'earlierEmail' | 'earlierEmailUntil' | 'contentFrom'>;

/** Returns false while another account still has the address, which moves in its own turn. Hold the user's lock. */
export async function putRecordedAddress(
  tx: Transaction,
  user: UserRow,
  { email, ...rest }: RecordedAddress,
  now: Date,
): Promise<boolean> {
  // Only a move confirms an address.
  if (user.email !== email && !(await setEmail(tx, user.id, email, now))) return false;
  await tx.update(users).set(rest).where(eq(users.id, user.id));
  return true;
}

type RecordedCheckIn = Pick<UserRow, 'checkInMonths' | 'checkInPausedUntil'> & { isYearly: boolean };

/** What the owner chose since the backup. The next question is not due at once, because nobody knows when the last one was. */
export async function putRecordedCheckIn(
  tx: Transaction,
  user: UserRow,
  { isYearly, checkInMonths, checkInPausedUntil }: RecordedCheckIn,
  now: Date,
): Promise<void> {
  const checkInNextAt = checkInMonths === null ? null : (user.checkInNextAt ?? daysLater(now, 30 * checkInMonths));
  const yearlyAt = isYearly ? (user.yearlyAt ?? now) : null;
  await tx
    .update(users)
    .set({ checkInMonths, checkInPausedUntil, checkInNextAt, yearlyAt })
    .where(eq(users.id, user.id));
}

export async function setWithdrawals(tx: Transaction, userId: string, withdrawals: number): Promise<void> {
  await tx.update(users).set({ withdrawals }).where(eq(users.id, userId));
}
