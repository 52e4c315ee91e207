// The links of an account's letters, and the tokens of a sign-in under way. Only a keyed digest of a token is kept; the token
// itself is only in the letter, or in the browser.
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Clock, minutesLater } from '../lib/clock.ts';
import { newLinkToken } from '../lib/ids.ts';
import { deleteLink, deleteLinksOf, findAccountOf, insertLink, type LinkPurpose } from './account-link-store.ts';

/** How long a link of each purpose works. */
const lifeMinutes: Record<LinkPurpose, number> = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'keep-second-step': 8 * 24 * 60,
  'new-email': 24 * 60,
  'second-step': 10,
  'new-passkey': 10,
  'passkey-sign-in': 10,
};

export interface AccountLinkNeeds {
  keyring: Keyring;
  clock: Clock;
}

const keyOf = ({ keyring }: AccountLinkNeeds, purpose: LinkPurpose, token: string) => ({
  purpose,
  tokenDigest: keyring.digest('link-token', token),
});

/** Makes a link's token for this account. */
export async function insertAccountLink(
  needs: AccountLinkNeeds,
  tx: Transaction,
  purpose: LinkPurpose,
  userId: string,
): Promise<string> {
  const now = needs.clock.now();
  const token = newLinkToken();
  const expiresAt = minutesLater(now, lifeMinutes[purpose]);
  await insertLink(tx, { ...keyOf(needs, purpose, token), accountId: userId, expiresAt, now });
  return token;
}

/** The account a link was made for, or null when it is unknown, spent or expired. */
export const findAccountOfLink = (
  needs: AccountLinkNeeds,
  database: DatabaseOrTransaction,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> => findAccountOf(database, keyOf(needs, purpose, token), needs.clock.now());

/** As above, and the account's links of this purpose are spent by it: of parallel tries one gets an answer. */
export async function spendAccountLink(
  needs: AccountLinkNeeds,
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const userId = await deleteLink(tx, keyOf(needs, purpose, token), needs.clock.now());
  if (userId) await deleteLinksOf(tx, userId, purpose);
  return userId;
}

/** What somebody in the account, or in its mailbox, could still go on with. The link that keeps the second step stays. */
const pending: readonly LinkPurpose[] = ['reset-password', 'new-email', 'second-step', 'new-passkey'];

export async function endPendingLinks(tx: Transaction, userId: string): Promise<void> {
  for (const purpose of pending) await deleteLinksOf(tx, userId, purpose);
}
