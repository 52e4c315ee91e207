// Queries of the links in an account's letters, and of the tokens of an unfinished sign-in (the table account_links).
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import { accountLinks } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';

export const linkPurposes = [
  'verify-email',
  'reset-password',
  'keep-second-step',
  'new-email',
  'second-step',
  'new-passkey',
  'passkey-sign-in',
  'executor-yearly',
  'wanted-code',
] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

interface LinkKey {
  purpose: LinkPurpose;
  /** The digests of the token under each secret. */
  tokenDigests: readonly string[];
}

interface NewLink {
  purpose: LinkPurpose;
  tokenDigest: string;
  accountId: string;
  expiresAt: Date;
  now: Date;
}

export async function insertLink(tx: Transaction, { now, ...link }: NewLink): Promise<void> {
  await tx.insert(accountLinks).values({ ...link, createdAt: now });
}

const isLive = ({ purpose, tokenDigests }: LinkKey, now: Date) =>
  and(
    eq(accountLinks.purpose, purpose),
    inArray(accountLinks.tokenDigest, tokenDigests),
    gt(accountLinks.expiresAt, now),
  );

/** The account of a link, or null if the link is unknown, used or expired. */
export async function findAccountOf(database: DatabaseOrTransaction, key: LinkKey, now: Date): Promise<string | null> {
  const [link] = await database
    .select({ accountId: accountLinks.accountId })
    .from(accountLinks)
    .where(isLive(key, now));
  return link?.accountId ?? null;
}

/** Whether an account, or an executor, has such a link that still works. */
export async function hasLiveLink(
  database: DatabaseOrTransaction,
  { purpose, accountId }: { purpose: LinkPurpose; accountId: string },
  now: Date,
): Promise<boolean> {
  const isIt = and(eq(accountLinks.purpose, purpose), eq(accountLinks.accountId, accountId));
  return (await database.$count(accountLinks, and(isIt, gt(accountLinks.expiresAt, now)))) > 0;
}

/** Like findAccountOf, but also deletes the link, so that only one of several concurrent calls succeeds. */
export async function deleteLink(tx: Transaction, key: LinkKey, now: Date): Promise<string | null> {
  const [link] = await tx.delete(accountLinks).where(isLive(key, now)).returning({ accountId: accountLinks.accountId });
  return link?.accountId ?? null;
}

/** Deletes the account's links of these purposes, or all of them. */
export async function deleteLinksOf(
  tx: Transaction,
  accountId: string,
  purposes: readonly LinkPurpose[] = linkPurposes,
): Promise<void> {
  const ofPurpose = inArray(accountLinks.purpose, [...purposes]);
  await tx.delete(accountLinks).where(and(eq(accountLinks.accountId, accountId), ofPurpose));
}

export async function deleteExpiredAccountLinks(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database.delete(accountLinks).where(lte(accountLinks.expiresAt, now));
}
