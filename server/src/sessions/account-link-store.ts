// The links of an account's letters. Only a keyed digest of a token is kept; the token itself is only in the letter.
import { and, eq, gt, like, lte } from 'drizzle-orm';
import { verifications } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Clock, minutesLater } from '../lib/clock.ts';
import { newLinkToken } from '../lib/ids.ts';

/** How long a link of each purpose works. */
const lifeMinutes = { 'verify-email': 24 * 60, 'reset-password': 60 } as const;
type Purpose = keyof typeof lifeMinutes;

export interface AccountLinkNeeds {
  keyring: Keyring;
  clock: Clock;
}

const identifierOf = ({ keyring }: AccountLinkNeeds, purpose: Purpose, token: string): string =>
  `${purpose} ${keyring.digest('link-token', token)}`;

/** Makes a link's token for this account. */
export async function insertAccountLink(needs: AccountLinkNeeds, tx: Transaction, purpose: Purpose, userId: string) {
  const now = needs.clock.now();
  const token = newLinkToken();
  await tx.insert(verifications).values({
    identifier: identifierOf(needs, purpose, token),
    value: userId,
    expiresAt: minutesLater(now, lifeMinutes[purpose]),
    createdAt: now,
    updatedAt: now,
  });
  return token;
}

/** The account a link was made for, or null when it is unknown, spent or expired. */
export async function findAccountOfLink(
  needs: AccountLinkNeeds,
  database: DatabaseOrTransaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [link] = await database
    .select({ userId: verifications.value })
    .from(verifications)
    .where(isLive(needs, purpose, token));
  return link?.userId ?? null;
}

/** As above, and the account's links of this purpose are spent by it: of parallel tries one gets an answer. */
export async function spendAccountLink(
  needs: AccountLinkNeeds,
  tx: Transaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [link] = await tx
    .delete(verifications)
    .where(isLive(needs, purpose, token))
    .returning({ userId: verifications.value });
  if (!link) return null;
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, link.userId), like(verifications.identifier, `${purpose} %`)));
  return link.userId;
}

export async function deleteExpiredAccountLinks(database: DatabaseOrTransaction, now: Date): Promise<void> {
  await database.delete(verifications).where(lte(verifications.expiresAt, now));
}

const isLive = (needs: AccountLinkNeeds, purpose: Purpose, token: string) =>
  and(
    eq(verifications.identifier, identifierOf(needs, purpose, token)),
    gt(verifications.expiresAt, needs.clock.now()),
  );
