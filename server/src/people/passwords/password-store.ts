// Queries of the passwords: one slow hash per account (the table passwords).
import { and, eq } from 'drizzle-orm';
import { passwords } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

interface NewPassword {
  userId: string;
  passwordHash: string;
  now: Date;
}

/** Sets or replaces the password. */
export async function setPassword(tx: Transaction, { userId, passwordHash, now }: NewPassword): Promise<void> {
  await tx
    .insert(passwords)
    .values({ userId, hash: passwordHash, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: passwords.userId, set: { hash: passwordHash, updatedAt: now } });
}

/** Replaces a hash with another one of the same password. Returns false if the stored hash has changed. */
export async function replaceHash(
  database: DatabaseOrTransaction,
  { userId, hash, renewed }: { userId: string; hash: string; renewed: string },
): Promise<boolean> {
  const { rowCount } = await database
    .update(passwords)
    .set({ hash: renewed })
    .where(and(eq(passwords.userId, userId), eq(passwords.hash, hash)));
  return rowCount !== 0;
}

export async function removePassword(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(passwords).where(eq(passwords.userId, userId));
}

/** Null if the account has no password. */
export async function findPasswordHash(database: DatabaseOrTransaction, userId: string): Promise<string | null> {
  const [password] = await database
    .select({ hash: passwords.hash })
    .from(passwords)
    .where(eq(passwords.userId, userId));
  return password?.hash ?? null;
}

/** Whether a password that matched before the user was locked still matches. */
export const isPasswordStill = async (tx: Transaction, userId: string, passwordHash: string): Promise<boolean> =>
  (await findPasswordHash(tx, userId)) === passwordHash;
