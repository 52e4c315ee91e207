// The password of an account: a slow hash in the row that says how its owner signs in.
import { and, eq } from 'drizzle-orm';
import { accounts } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

interface NewPassword {
  userId: string;
  passwordHash: string;
  now: Date;
}

const providerId = 'credential';

/** Sets it for the first time or again. */
export async function setPassword(tx: Transaction, { userId, passwordHash, now }: NewPassword): Promise<void> {
  await tx
    .insert(accounts)
    .values({ providerId, accountId: userId, userId, password: passwordHash, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password: passwordHash, updatedAt: now },
    });
}

export async function removePassword(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(accounts).where(and(eq(accounts.providerId, providerId), eq(accounts.accountId, userId)));
}

/** Null where the account has none. */
export async function findPasswordHash(database: DatabaseOrTransaction, userId: string): Promise<string | null> {
  const [account] = await database
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.providerId, providerId), eq(accounts.accountId, userId)));
  return account?.password ?? null;
}

/** Whether a password that was right before the user's lock is so under it. */
export const isPasswordStill = async (tx: Transaction, userId: string, passwordHash: string): Promise<boolean> =>
  (await findPasswordHash(tx, userId)) === passwordHash;
