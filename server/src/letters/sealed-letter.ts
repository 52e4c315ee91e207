// What a letter says rests sealed until it is sent: it holds codes and links. The seal is bound to the letter's id.
import type { Keyring } from '../keys/keyring.ts';
import type { LetterContent } from './templates/letter-content.ts';

export interface LetterInside {
  recipientName: string;
  content: LetterContent;
}

const context = (letterId: string) => `letter/${letterId}`;

export const sealLetter = (keyring: Keyring, letterId: string, inside: LetterInside): Promise<string> =>
  keyring.seal(context(letterId), JSON.stringify(inside));

export const openLetter = async (keyring: Keyring, letterId: string, sealed: string): Promise<LetterInside> =>
  JSON.parse(await keyring.open(context(letterId), sealed));
