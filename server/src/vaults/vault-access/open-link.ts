// Finds the released vault of a recipient's token, and opens its texts. Reading it changes nothing. A change holds the link first, so that the
// owner undoes the release before or after it.
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { unlessUnreadable, type VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { Refusal, refuse } from '../../platform/lib/refusal.ts';
import { isSameEmail } from '../recipients/answer-rules.ts';
import { findLink, isWithdrawn } from '../recipients/link-store.ts';
import { readQuestions } from '../recipients/question-texts.ts';
import { holdVault } from '../vault/vault-store.ts';
import type { RecipientSession } from './recipient-session.ts';

export interface LinkNeeds {
  database: Database;
  keyring: Keyring;
  vaultKeys: VaultKeys;
  clock: Clock;
}
export type OpenLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** A browser that opened a link. */
export interface Visit {
  token: string;
  /** The browser's proofs for a link. */
  sessionOf: (linkId: string) => RecipientSession | null;
}

const textsOfLinks = new WeakMap<OpenLink, Promise<VaultTexts>>();

/** Opens the texts of the link's vault. Its key is unwrapped once for each link read. */
export function textsOf({ vaultKeys }: Pick<LinkNeeds, 'vaultKeys'>, link: OpenLink): Promise<VaultTexts> {
  const known = textsOfLinks.get(link) ?? vaultKeys.textsOf(link.vault.id, link.wrappedKey);
  textsOfLinks.set(link, known);
  return known;
}

/** The questions of the link's vault. @throws {Refusal} vault-unreadable */
export async function listQuestionTexts(needs: LinkNeeds, link: OpenLink): Promise<string[]> {
  const questions = await readQuestions(needs.database, link.vault.id, await textsOf(needs, link));
  return questions.map(({ question }) => question);
}

type FindNeeds = Pick<LinkNeeds, 'keyring' | 'clock'> & { database: DatabaseOrTransaction };

/**
 * Finds the link, expired or not. One of a release that was undone opens nothing. If the vault was released again to the same address, it is
 * like an expired one; a recipient at another address learns nothing of that. @throws {Refusal} link-not-found or link-withdrawn.
 */
export async function findKnownLink({ database, keyring }: FindNeeds, token: string): Promise<OpenLink> {
  const link = (await findLink(database, keyring.digests('link-token', token.trim()))) ?? refuse('link-not-found');
  const { vault, email } = link;
  const isReleased = vault.status === 'released';
  if (isWithdrawn(link) && !(isReleased && isSameEmail(email, vault.recipientEmail))) refuse('link-withdrawn');
  if (!isReleased) refuse('link-not-found');
  return link;
}

/** Finds the link if it works. @throws {Refusal} link-not-found, link-withdrawn, link-expired, or link-closed by its reader. */
export async function openLink(needs: FindNeeds, token: string): Promise<OpenLink> {
  const link = await findKnownLink(needs, token);
  if (link.closedAt) refuse('link-closed');
  if (link.expiresAt <= needs.clock.now()) refuse('link-expired');
  return link;
}

/**
 * Reads again whether the link is open, and until the transaction ends nobody undoes the release or ends the link. Its lock comes before that of
 * the guesses. @throws {Refusal} as openLink does
 */
export async function holdLink(needs: FindNeeds, tx: Transaction, { token, vaultId }: HeldLink): Promise<void> {
  await holdVault(tx, vaultId);
  await openLink({ ...needs, database: tx }, token);
}

/** The same for what simply does not happen if the link is no longer open. */
export async function holdsLink(needs: FindNeeds, tx: Transaction, held: HeldLink): Promise<boolean> {
  try {
    await holdLink(needs, tx, held);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

interface HeldLink {
  token: string;
  vaultId: string;
}

/** Reads the message for a reader who sees what can be opened, and reads what cannot. */
export function readVaultMessage(
  texts: VaultTexts,
  vault: { message: string },
): { message: string; isUnreadable: boolean } {
  const message = unlessUnreadable(() => texts.open('message', vault.message));
  return message === null ? { message: '', isUnreadable: true } : { message, isUnreadable: false };
}
