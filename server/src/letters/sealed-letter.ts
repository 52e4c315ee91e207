// Encrypts what a letter says until it is sent, because it contains codes and links: under the key of its day, bound to the letter's id.
import { headerIn } from '../keys/compact-jwe.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { LetterKeys } from '../keys/letter-keys.ts';
import type { LetterContent } from './templates/letter-content.ts';

export interface LetterPayload {
  recipientName: string;
  content: LetterContent;
}

export interface OpenLetterNeeds {
  letterKeys: LetterKeys;
  /** Opens a letter from before there were keys for days. */
  keyring: Keyring;
}

const context = (letterId: string) => `letter/${letterId}`;

export async function sealLetter(letterKeys: LetterKeys, letterId: string, payload: LetterPayload) {
  const { sealed, day } = await letterKeys.seal(context(letterId), JSON.stringify(payload));
  return { sealedContent: sealed, keyDay: day };
}

/** @throws {LetterKeyMissing} */
export async function openLetter(needs: OpenLetterNeeds, letterId: string, sealed: string): Promise<LetterPayload> {
  const { kid } = headerIn(sealed);
  const keys = kid === undefined ? needs.keyring : needs.letterKeys;
  return JSON.parse(await keys.open(context(letterId), sealed));
}
