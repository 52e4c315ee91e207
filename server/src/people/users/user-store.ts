// Queries of the users. Addresses are stored in lower case, so that one mailbox has one account.
import { and, eq, isNull, lte, notExists, sql } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import { paymentCustomers, userSubscriptions, users, vaults } from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';

export type UserRow = typeof users.$inferSelect;

export const findUser = (database: DatabaseOrTransaction, userId: string): Promise<UserRow | null> =>
  firstRow(database.select().from(users).where(eq(users.id, userId)));

export async function listUserIds(database: DatabaseOrTransaction): Promise<string[]> {
  return (await database.select({ id: users.id }).from(users)).map(({ id }) => id);
}

export const findUserByEmail = (database: DatabaseOrTransaction, email: string): Promise<UserRow | null> =>
  firstRow(database.select().from(users).where(eq(users.email, email.toLowerCase())));

const selectLocked = prepared('lock_owner', (database) =>
  database
    .select()
    .from(users)
    .where(eq(users.id, given('userId')))
    .for('no key update'),
);

/** Blocks all other changes of the account, its vaults and its purchases until the transaction ends. */
export async function lockUser(tx: Transaction, userId: string): Promise<UserRow | null> {
  return (await selectLocked(tx, { userId }))[0] ?? null;
}

/** The fields an owner may change. */
type Profile = Pick<UserRow, 'firstName' | 'lastName' | 'profileImageUrl' | 'refusedLetters' | 'timeZone'>;

/** Null if the account no longer exists. */
export async function changeUser(
  database: DatabaseOrTransaction,
  userId: string,
  changes: Partial<Profile>,
  now: Date,
): Promise<UserRow | null> {
  const [user] = await database
    .update(users)
    .set({ ...changes, updatedAt: now })
    .where(eq(users.id, userId))
    .returning();
  return user ?? null;
}

/** Records that the owner has deleted the account, or undoes it if `since` is null. Hold the user's lock. */
export async function setDeleted(tx: Transaction, userId: string, since: Date | null, now: Date): Promise<void> {
  await tx.update(users).set({ deletedAt: since, updatedAt: now }).where(eq(users.id, userId));
}

/** Suspends the account, or restores it if `since` is null. Hold the user's lock. */
export async function setSuspended(tx: Transaction, userId: string, since: Date | null, now: Date): Promise<void> {
  await tx.update(users).set({ suspendedAt: since, updatedAt: now }).where(eq(users.id, userId));
}

/** Since when the owner's letters to people who have not confirmed wait; null if they no longer do. Hold the user's lock. */
export async function setReported(tx: Transaction, userId: string, reportedAt: Date | null): Promise<void> {
  await tx.update(users).set({ reportedAt }).where(eq(users.id, userId));
}

/** Accounts that were deleted by their owners before `before`. */
export async function listDeletedBefore(database: DatabaseOrTransaction, before: Date, max: number): Promise<string[]> {
  const deleted = await database.select({ id: users.id }).from(users).where(lte(users.deletedAt, before)).limit(max);
  return deleted.map(({ id }) => id);
}

/** Counts a withdrawal of a way in, which a restore must not undo. Hold the user's lock. */
export async function countWithdrawal(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ withdrawals: sql`${users.withdrawals} + 1` })
    .where(eq(users.id, userId));
}

/** Deletes the account's row and everything that belongs to it. Hold the user's lock. */
export async function purgeUser(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}

interface NewUser {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  termsAcceptedAt: Date;
  emailVerified?: boolean;
  timeZone?: string;
}

/** Null if the address already has an account. Only one of several concurrent sign-ups succeeds. */
export async function insertUser(tx: Transaction, user: NewUser): Promise<UserRow | null> {
  const at = user.termsAcceptedAt;
  const [inserted] = await tx
    .insert(users)
    .values({ ...user, email: user.email.toLowerCase(), createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: users.email })
    .returning();
  return inserted ?? null;
}

export async function markEmailVerified(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.emailVerified, false)));
}

/** Uses the owner's one free trial. Returns false if it was used before. */
export async function markTrial(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ trialStartedAt: now, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.trialStartedAt)));
  return rowCount !== 0;
}

/** The number in the owner's idempotency keys. */
export async function attemptOf(database: DatabaseOrTransaction, userId: string): Promise<number> {
  const [user] = await database.select({ number: users.stripeAttempt }).from(users).where(eq(users.id, userId));
  return user?.number ?? 0;
}

/** Advances this number, only once if it is called concurrently. */
export async function raiseAttempt(database: DatabaseOrTransaction, userId: string, number: number): Promise<void> {
  await database
    .update(users)
    .set({ stripeAttempt: number + 1 })
    .where(and(eq(users.id, userId), eq(users.stripeAttempt, number)));
}

/**
 * Changes the account's address to one that its holder has confirmed. Null if another account has it, even one created
 * concurrently; the transaction can continue.
 */
export async function setEmail(tx: Transaction, userId: string, email: string, now: Date): Promise<UserRow | null> {
  await tx.execute(sql`savepoint before_address`);
  try {
    const [user] = await tx
      .update(users)
      .set({ email: email.toLowerCase(), emailVerified: true, updatedAt: now })
      .where(eq(users.id, userId))
      .returning();
    return user ?? null;
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== uniqueViolation) throw error;
    await tx.execute(sql`rollback to savepoint before_address`);
    return null;
  }
}

const uniqueViolation = '23505';

/** Deletes an account whose address was never confirmed, and which therefore has nothing. */
export async function deleteUnconfirmedUser(tx: Transaction, email: string): Promise<void> {
  const unconfirmed = and(eq(users.email, email.toLowerCase()), eq(users.emailVerified, false));
  const [user] = await tx.select({ id: users.id }).from(users).where(unconfirmed).for('no key update');
  if (user) await deleteEmptyUser(tx, user.id);
}

/** Deletes an account without vaults and purchases. Returns false if it has any, also one that is saved at the same moment. */
export async function deleteEmptyUser(tx: Transaction, userId: string): Promise<boolean> {
  // A statement of its own: the one that waits for a lock does not see what was saved while it waited.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const owned = tx.select({ id: vaults.id }).from(vaults).where(eq(vaults.creatorId, userId));
  const bought = tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.userId, userId));
  const known = tx
    .select({ id: paymentCustomers.id })
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, userId));
  const { rowCount } = await tx
    .delete(users)
    .where(and(eq(users.id, userId), notExists(owned), notExists(bought), notExists(known)));
  return rowCount !== 0;
}
