// Who an owner is at the OpenID provider: its issuer and its name for them, never their address.
import { and, eq } from 'drizzle-orm';
import { accounts } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

interface OutsideName {
  issuer: string;
  subject: string;
}

/** An identity on its way into an account that was opened here. */
export interface Joining extends OutsideName {
  userId: string;
  idToken: string;
}

export async function findUserOfIdentity(database: DatabaseOrTransaction, { issuer, subject }: OutsideName) {
  const [account] = await database
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, issuer), eq(accounts.accountId, subject)));
  return account?.userId ?? null;
}

/** False where this identity has an account already. */
export async function insertIdentity(tx: Transaction, identity: OutsideName & { userId: string; now: Date }) {
  const { issuer, subject, userId, now } = identity;
  const inserted = await tx
    .insert(accounts)
    .values({ providerId: issuer, accountId: subject, userId, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: [accounts.providerId, accounts.accountId] })
    .returning({ id: accounts.id });
  return inserted.length > 0;
}
