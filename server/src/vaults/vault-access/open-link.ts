// Finds the released vault of a recipient's token, and opens its texts. Reading it changes nothing.
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { unlessUnreadable, type VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { Database } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { findLink } from '../recipients/link-store.ts';
import { readQuestions } from '../recipients/question-texts.ts';
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

/** Finds the link, expired or not. @throws {Refusal} link-not-found. */
export async function findKnownLink({ database, keyring }: LinkNeeds, token: string): Promise<OpenLink> {
  return (await findLink(database, keyring.digests('link-token', token.trim()))) ?? refuse('link-not-found');
}

/** Finds the link if it works. @throws {Refusal} link-not-found, link-expired, or link-closed by its reader. */
export async function openLink(needs: LinkNeeds, token: string): Promise<OpenLink> {
  const link = await findKnownLink(needs, token);
  if (link.closedAt) refuse('link-closed');
  if (link.expiresAt <= needs.clock.now()) refuse('link-expired');
  return link;
}

/** Reads the message for a reader who sees what can be opened, and reads what cannot. */
export function readVaultMessage(
  texts: VaultTexts,
  vault: { message: string },
): { message: string; isUnreadable: boolean } {
  const message = unlessUnreadable(() => texts.open('message', vault.message));
  return message === null ? { message: '', isUnreadable: true } : { message, isUnreadable: false };
}
