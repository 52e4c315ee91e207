// Queries of the links in an account's letters (the table verifications).
import { and, eq, gt, like, lte } from 'drizzle-orm';
import { verifications } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

interface NewLink {
  identifier: string;
  userId: string;
  expiresAt: Date;
  now: Date;
}

export async function insertLink(tx: Transaction, { identifier, userId, expiresAt, now }: NewLink): Promise<void> {
  await tx.insert(verifications).values({ identifier, value: userId, expiresAt, createdAt: now, updatedAt: now });
}

const isLive = (identifier: string, now: Date) =>
  and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now));

/** The account a link was made for, or null when it is unknown, spent or expired. */
export async function findUserOfLink(database: DatabaseOrTransaction, identifier: string, now: Date) {
  const [link] = await database
    .select({ userId: verifications.value })
    .from(verifications)
    .where(isLive(identifier, now));
  return link?.userId ?? null;
}

/** As above, and the link is gone: of parallel tries one gets an answer. */
export async function takeLink(tx: Transaction, identifier: string, now: Date): Promise<string | null> {
  const [link] = await tx
    .delete(verifications)
    .where(isLive(identifier, now))
    .returning({ userId: verifications.value });
  return link?.userId ?? null;
}

/** Every link of the account whose identifier begins so; all of them, where nothing is named. */
export async function deleteLinksOf(tx: Transaction, userId: string, identifierPrefix = ''): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${identifierPrefix}%`)));
}

export async function deleteExpiredAccountLinks(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database.delete(verifications).where(lte(verifications.expiresAt, now));
}
