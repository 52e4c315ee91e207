// The printable card of an executor. The letter links to it with everything in the fragment of the address, which a browser sends
// to no server; the page draws the card from it.
import * as z from 'zod/mini';
import { cardTitleLength } from './limits.ts';

export const cardPath = '/executor-card';
export const codePath = '/executor-access';

/** Four groups of five: a card with anything else was not written by us. */
const code = z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/));

/** Anyone can write a link, so names are one line of plain text, cut to a length. */
const line = z.pipe(z.string(), z.transform(oneShortLine));

const card = z.object({
  code,
  vault: z.uuid(),
  title: line,
  owner: line,
  /** Which of this executor's codes it is: a new one replaces those before. */
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

/** The card of a fragment, or null if it is not whole. */
export function readCard(fragment: string): ExecutorCard | null {
  return card.safeParse(Object.fromEntries(new URLSearchParams(fragment))).data ?? null;
}

/** The address behind the card's QR code: the code's field, filled in. */
export const writeCodeLink = (publicUrl: string, code: string): string => `${publicUrl}${codePath}#code=${code}`;

/** The code in the fragment of such an address, as it is to be shown in the field; empty if there is none. */
export const readCodeLink = (fragment: string): string =>
  code.safeParse(new URLSearchParams(fragment).get('code')).data ?? '';

function oneShortLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  const characters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (characters.length <= cardTitleLength) return line;
  return `${characters.slice(0, cardTitleLength - 1).join('')}…`;
}
