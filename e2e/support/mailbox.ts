// Reads the letters to one address from the development mailbox.

import { expect } from '@playwright/test';
import { type DevLetter, type LetterKind, listDevLetters } from '@remembrance/contract/letters.ts';
import { type Api, createApi } from './api.ts';

export interface Mailbox {
  address: string;
  /** Newest first; of one kind, where it is named. */
  letters(kind?: LetterKind): Promise<DevLetter[]>;
  /** The newest of that kind, once so many have come. */
  letter(kind: LetterKind, count?: number): Promise<DevLetter>;
}

export function mailboxOf(api: Pick<Api, 'url'>, address: string): Mailbox {
  const nobody = createApi(api.url);
  const letters: Mailbox['letters'] = async (kind) => {
    const all = await nobody.call(listDevLetters, { query: { to: address } });
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
      }).toPass({ timeout: 15_000, intervals: [50, 100, 200] });
      return newest as DevLetter;
    },
  };
}

/** The first link of a letter whose address holds `part`. */
export function linkIn(letter: DevLetter, part = ''): string {
  const link = letter.text.match(/https?:\/\/\S+/g)?.find((address) => address.includes(part));
  if (!link) throw new Error(`the letter '${letter.subject}' has no link with ${part}`);
  return link;
}

/** The executor's code: four groups of five in Crockford's base 32. */
export function codeIn(letter: DevLetter): string {
  const code = /\b(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}\b/.exec(letter.text)?.[0];
  if (!code) throw new Error(`the letter '${letter.subject}' has no code`);
  return code;
}

/** The recipient's code: two groups of four. */
export function mailboxCodeIn(letter: DevLetter): string {
  const code = /^\s*([0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4})\s*$/m.exec(letter.text)?.[1];
  if (!code) throw new Error(`the letter '${letter.subject}' has no code`);
  return code;
}
