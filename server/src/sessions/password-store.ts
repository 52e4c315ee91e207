// The password of an account: a slow hash in the row the sign-in library looks for.
import { accounts } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';

interface NewPassword {
  userId: string;
  passwordHash: string;
  now: Date;
}

/** Sets it for the first time or anew. */
export async function setPassword(tx: Transaction, { userId, passwordHash, now }: NewPassword): Promise<void> {
  await tx
    .insert(accounts)
    .values({
      providerId: 'credential',
      accountId: userId,
      userId,
      password: passwordHash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password: passwordHash, updatedAt: now },
    });
}
