// The links in an account's letters, and the tokens of an unfinished sign-in. We store only a keyed digest of each token; the
// token itself is only in the letter or the browser. An unsent letter stores the source it is derived from.
import type { Digests } from '../../keys/secret/digest-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, newSource, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { type Clock, minutesLater } from '../../platform/lib/clock.ts';
import {
  deleteLink,
  deleteLinksOf,
  findAccountOf,
  insertLink,
  type LinkPurpose,
  linkPurposes,
} from './account-link-store.ts';

/** How long a link works, by purpose. */
const lifeMinutes: Record<LinkPurpose, number> = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'keep-second-step': 8 * 24 * 60,
  'new-email': 24 * 60,
  'second-step': 10,
  'new-passkey': 10,
  'passkey-sign-in': 10,
  'executor-yearly': 370 * 24 * 60,
  'wanted-code': 30 * 24 * 60,
};

export interface AccountLinkNeeds {
  keyring: Keyring;
  clock: Clock;
}

const keyOf = ({ keyring }: AccountLinkNeeds, purpose: LinkPurpose, token: string) => ({
  purpose,
  tokenDigests: keyring.digests('link-token', token),
});

/** The digests of the token of an unfinished sign-in. */
export const signInTokenDigests = ({ keyring }: Pick<AccountLinkNeeds, 'keyring'>, token: string): Digests =>
  keyring.digests('link-token', token);

/** Creates a link for this account, for a letter. @returns the source that its token is derived from */
export async function insertAccountLink(
  needs: AccountLinkNeeds,
  tx: Transaction,
  purpose: LinkPurpose,
  userId: string,
): Promise<SecretSource> {
  const now = needs.clock.now();
  const source = newSource(needs.keyring, 'token', `account-link ${purpose} ${userId}`);
  const expiresAt = minutesLater(now, lifeMinutes[purpose]);
  const tokenDigest = needs.keyring.digest('link-token', deriveSecret(needs.keyring, source));
  await insertLink(tx, { purpose, tokenDigest, accountId: userId, expiresAt, now });
  return source;
}

/** Creates a link for this account, for the browser. @returns its token */
export async function insertBrowserToken(...given: Parameters<typeof insertAccountLink>): Promise<string> {
  return deriveSecret(given[0].keyring, await insertAccountLink(...given));
}

/** The account of a link, or null if the link is unknown, used or expired. */
export const findAccountOfLink = (
  needs: AccountLinkNeeds,
  database: DatabaseOrTransaction,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> => findAccountOf(database, keyOf(needs, purpose, token), needs.clock.now());

/** Like findAccountOfLink, but also uses up the account's links of this purpose. If called concurrently, only one call succeeds. */
export async function consumeAccountLink(
  needs: AccountLinkNeeds,
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const userId = await deleteLink(tx, keyOf(needs, purpose, token), needs.clock.now());
  if (userId) await deleteLinksOf(tx, userId, [purpose]);
  return userId;
}

/** Whether a withdrawal ends such a link. Every link does that somebody could still continue to get into the account. */
const isPending: Record<LinkPurpose, boolean> = {
  'verify-email': true,
  'reset-password': true,
  'keep-second-step': false, // it only stops something
  'new-email': true,
  'second-step': true,
  'new-passkey': true,
  'passkey-sign-in': false, // it belongs to no account yet, and its passkey is looked up when it signs in
  'executor-yearly': false, // they belong to an executor and lead into no account
  'wanted-code': false,
};

export async function endPendingLinks(tx: Transaction, userId: string): Promise<void> {
  await deleteLinksOf(
    tx,
    userId,
    linkPurposes.filter((purpose) => isPending[purpose]),
  );
}
