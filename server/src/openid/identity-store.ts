// Queries of who an owner is at the OpenID provider: its issuer and its id for them, never their address (the table
// openid_identities).
import { and, eq } from 'drizzle-orm';
import { openIdIdentities } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

interface Identity {
  issuer: string;
  subject: string;
}

/** An identity on its way into an account that was opened here. */
export interface Joining extends Identity {
  userId: string;
  idToken: string;
}

export async function findUserOfIdentity(database: DatabaseOrTransaction, { issuer, subject }: Identity) {
  const [identity] = await database
    .select({ userId: openIdIdentities.userId })
    .from(openIdIdentities)
    .where(and(eq(openIdIdentities.issuer, issuer), eq(openIdIdentities.subject, subject)));
  return identity?.userId ?? null;
}

/** False where this identity has an account already. */
export async function insertIdentity(tx: Transaction, identity: Identity & { userId: string; now: Date }) {
  const { issuer, subject, userId, now } = identity;
  const inserted = await tx
    .insert(openIdIdentities)
    .values({ issuer, subject, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: openIdIdentities.userId });
  return inserted.length > 0;
}
