// The link in a letter to somebody who never asked for it, by which its reader reports it. It names the letter, and nothing is stored for it.
import { letterReaders } from '@remembrance/contract/letter-readers.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { isId } from '../../platform/lib/ids.ts';
import type { ClaimedLetter } from './claim-store.ts';

/** The owner who caused a letter to somebody else; null for a letter that does not go to a stranger. */
export function strangersOwner({ kind, recipient, owner }: Pick<ClaimedLetter, 'kind' | 'recipient' | 'owner'>) {
  if (letterReaders[kind as keyof typeof letterReaders] !== 'stranger' || !owner) return null;
  // Some letters to others also go to the owner.
  return owner.emails.some((email) => email.toLowerCase() === recipient.toLowerCase()) ? null : owner;
}

export const reportToken = (keyring: Pick<Keyring, 'sign'>, letterId: string): string =>
  `${letterId}.${keyring.sign('report-link', letterId)}`;

/** Browsers never send the part after #, so no log has it. */
export const reportLink = (
  { keyring, letterhead }: { keyring: Pick<Keyring, 'sign'>; letterhead: { publicUrl: string } },
  letterId: string,
): string => `${letterhead.publicUrl}/report-email#${reportToken(keyring, letterId)}`;

/** The id of the letter that a token names; null if we did not make the token. */
export function readReportToken(keyring: Pick<Keyring, 'isSigned'>, token: string): string | null {
  const [letterId = '', signature = ''] = token.trim().split('.');
  return isId(letterId) && keyring.isSigned('report-link', letterId, signature) ? letterId : null;
}
