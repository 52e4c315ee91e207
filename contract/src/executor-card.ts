// The printable card of an executor. The letter's link contains everything in its fragment, which browsers never send
// to a server; the page draws the card from it.

import * as z from 'zod/mini';
import { graphemesOf } from './graphemes.ts';
import { withoutDirectionMarks } from './invisible.ts';
import { cardTitleLength } from './limits.ts';

export const cardPath = '/executor-card';
export const codePath = '/executor-access';

/** Four groups of five characters: we never write a card with another code. */
const code = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/));

/** Anyone can write a link, so names are one line of plain text, truncated. */
const line = z.pipe(z.string(), z.transform(oneShortLine));

const card = z.object({
  code,
  vault: z.uuid(),
  title: line,
  owner: line,
  /** The number of the executor's code: a new code replaces the previous ones. */
  number: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9999)),
  date: z.iso.date(),
});
export type ExecutorCard = z.output<typeof card>;

/** The fragment of the link in the letter. */
export function writeCard({ number, ...texts }: ExecutorCard): string {
  const { title, owner } = texts;
  const names = { title: oneShortLine(title), owner: oneShortLine(owner) };
  return new URLSearchParams({ ...texts, ...names, number: String(number) }).toString();
}

/** The card in a fragment, or null if it is incomplete. */
export function readCard(fragment: string): ExecutorCard | null {
  return card.safeParse(Object.fromEntries(new URLSearchParams(fragment))).data ?? null;
}

/** The URL in the card's QR code, which fills in the code's field. */
export const writeCodeLink = (publicUrl: string, code: string): string => `${publicUrl}${codePath}#code=${code}`;

/** The code in the fragment of such a URL, formatted for the field; empty if there is none. */
export const readCodeLink = (fragment: string): string =>
  code.safeParse(new URLSearchParams(fragment).get('code')).data ?? '';

function oneShortLine(text: string): string {
  const line = withoutDirectionMarks(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = graphemesOf(line);
  if (characters.length <= cardTitleLength) return line;
  return `${characters.slice(0, cardTitleLength - 1).join('')}…`;
}
