// Reads an address's letters from the development mailbox.

import { expect } from '@playwright/test';
import { type DevLetter, type LetterKind, listDevLetters } from '@remembrance/contract/letters.ts';
import * as words from '@remembrance/contract/testing/letter-words.ts';
import { type Api, createApi } from './api.ts';

export interface Mailbox {
  address: string;
  /** Newest first; only of one kind if it is given. */
  letters(kind?: LetterKind): Promise<DevLetter[]>;
  /** The newest letter of that kind, once this many have arrived. */
  letter(kind: LetterKind, count?: number): Promise<DevLetter>;
}

export function mailboxOf(api: Pick<Api, 'url'>, address: string): Mailbox {
  const nobody = createApi(api.url);
  const letters: Mailbox['letters'] = async (kind) => {
    const all = await nobody.ask(listDevLetters, { query: { to: address } });
    return all.filter((letter) => !kind || letter.kind === kind);
  };
  return {
    address,
    letters,
    async letter(kind, count = 1) {
      let newest: DevLetter | undefined;
      await expect(async () => {
        const found = await letters(kind);
        expect(found.length, `letters of the kind ${kind}`).toBeGreaterThanOrEqual(count);
        newest = found[0];
      }).toPass({ timeout: 60_000, intervals: [50, 100, 200] });
      return newest as DevLetter;
    },
  };
}

/** A letter's first link whose address contains `part`. */
export const linkIn = (letter: DevLetter, part?: string): string => words.linkIn(letter.text, part);
export const codeIn = (letter: DevLetter): string => words.codeIn(letter.text);
export const mailboxCodeIn = (letter: DevLetter): string => words.mailboxCodeIn(letter.text);
