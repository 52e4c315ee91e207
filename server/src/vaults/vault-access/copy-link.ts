// The signed link to download everything the recipient was left. Like file links it is valid for 15 minutes.
import { downloadLinkMinutes } from '@remembrance/contract/limits.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { minutesLater } from '../../platform/lib/clock.ts';

const signedText = (linkId: string, expires: string): string => `everything ${linkId} ${expires}`;

/** The path and query. It names the recipient's link, so that both expire together. */
export function copyLink({ keyring }: { keyring: Keyring }, linkId: string, now: Date): string {
  const expires = String(minutesLater(now, downloadLinkMinutes).getTime());
  const signature = keyring.sign('download-link', signedText(linkId, expires));
  return `/api/vault-access/everything?access=${linkId}&expires=${expires}&signature=${signature}`;
}

export const isCopyLinkValid = (
  { keyring }: { keyring: Keyring },
  { access, expires, signature }: { access: string; expires: string; signature: string },
  now: Date,
): boolean =>
  Number(expires) > now.getTime() && keyring.isSigned('download-link', signedText(access, expires), signature);
