// Queries of the identities at the OpenID provider (the table openid_identities). An issuer and its subject identify a person,
// never an email address.
import { and, eq } from 'drizzle-orm';
import { openIdIdentities } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

interface Identity {
  issuer: string;
  subject: string;
}

/** An identity about to be linked to an existing account. */
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

/** Returns false if this identity already has an account. */
export async function insertIdentity(tx: Transaction, identity: Identity & { userId: string; now: Date }) {
  const { issuer, subject, userId, now } = identity;
  const { rowCount } = await tx
    .insert(openIdIdentities)
    .values({ issuer, subject, userId, createdAt: now })
    .onConflictDoNothing();
  return rowCount !== 0;
}
