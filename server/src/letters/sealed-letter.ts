// Encrypts what a letter says until it is sent, because it contains codes and links. The ciphertext is bound to the letter's id.
import type { Keyring } from '../keys/keyring.ts';
import type { LetterContent } from './templates/letter-content.ts';

export interface LetterPayload {
  recipientName: string;
  content: LetterContent;
}

const context = (letterId: string) => `letter/${letterId}`;

export const sealLetter = (keyring: Keyring, letterId: string, payload: LetterPayload): Promise<string> =>
  keyring.seal(context(letterId), JSON.stringify(payload));

export const openLetter = async (keyring: Keyring, letterId: string, sealed: string): Promise<LetterPayload> =>
  JSON.parse(await keyring.open(context(letterId), sealed));
