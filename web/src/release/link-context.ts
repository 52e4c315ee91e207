// What a shared executor link says of the vault it is about. The title comes from the address, so anyone may have written
// it: it is shown as plain text, on one line, cut to a length.

const maxTitleLength = 80;

/** The title for the banner; nothing unless both the vault and its title are in the query. */
export function titleFromLink(search: URLSearchParams): string | undefined {
  const title = search
    .get('title')
    ?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return search.get('vault') && title ? cut(title) : undefined;
}

/** Cuts between characters as people see them, so that no emoji or accent is torn apart. */
function cut(text: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (characters.length <= maxTitleLength) return text;
  return `${characters.slice(0, maxTitleLength - 1).join('')}…`;
}
