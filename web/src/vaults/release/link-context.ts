// Reads the vault's title from a shared executor link. Anyone can write an address, so the title is shown as plain text, on one line and
// shortened.
import { graphemesOf } from '@remembrance/contract/graphemes.ts';

const maxTitleLength = 80;

/** The title for the banner; undefined unless both the vault and its title are in the query. */
export function titleFromLink(search: URLSearchParams): string | undefined {
  const title = search
    .get('title')
    ?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return search.get('vault') && title ? cut(title) : undefined;
}

/** Cuts between grapheme clusters, so that no emoji or accented letter is split. */
function cut(text: string): string {
  const characters = graphemesOf(text);
  if (characters.length <= maxTitleLength) return text;
  return `${characters.slice(0, maxTitleLength - 1).join('')}…`;
}
