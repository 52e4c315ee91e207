// The links of an account's letters, and the tokens of a sign-in under way. Only a keyed digest of a token is kept; the token
// itself is only in the letter, or in the browser.
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Clock, minutesLater } from '../lib/clock.ts';
import { newLinkToken } from '../lib/ids.ts';
import { deleteLinksOf, findUserOfLink, insertLink, takeLink } from './account-link-store.ts';

/** How long a link of each purpose works. */
const lifeMinutes = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'keep-second-step': 8 * 24 * 60,
  'new-email': 24 * 60,
  'second-step': 10,
  'new-passkey': 10,
  'passkey-sign-in': 10,
} as const;
type Purpose = keyof typeof lifeMinutes;

export interface AccountLinkNeeds {
  keyring: Keyring;
  clock: Clock;
}

const identifierOf = ({ keyring }: AccountLinkNeeds, purpose: Purpose, token: string): string =>
  `${purpose} ${keyring.digest('link-token', token)}`;

/** Makes a link's token for this account. */
export async function insertAccountLink(
  needs: AccountLinkNeeds,
  tx: Transaction,
  purpose: Purpose,
  userId: string,
): Promise<string> {
  const now = needs.clock.now();
  const token = newLinkToken();
  const identifier = identifierOf(needs, purpose, token);
  await insertLink(tx, { identifier, userId, expiresAt: minutesLater(now, lifeMinutes[purpose]), now });
  return token;
}

/** The account a link was made for, or null when it is unknown, spent or expired. */
export const findAccountOfLink = (
  needs: AccountLinkNeeds,
  database: DatabaseOrTransaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> => findUserOfLink(database, identifierOf(needs, purpose, token), needs.clock.now());

/** As above, and the account's links of this purpose are spent by it: of parallel tries one gets an answer. */
export async function spendAccountLink(
  needs: AccountLinkNeeds,
  tx: Transaction,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const userId = await takeLink(tx, identifierOf(needs, purpose, token), needs.clock.now());
  if (userId) await deleteLinksOf(tx, userId, `${purpose} `);
  return userId;
}

/** What somebody in the account, or in its mailbox, could still go on with. The link that keeps the second step stays. */
const pending: readonly Purpose[] = ['reset-password', 'new-email', 'second-step', 'new-passkey'];

export async function endPendingLinks(tx: Transaction, userId: string): Promise<void> {
  for (const purpose of pending) await deleteLinksOf(tx, userId, `${purpose} `);
}
