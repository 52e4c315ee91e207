// Groups a typed code as the letter shows it. The service interprets the code; this only changes its appearance.

export interface GroupedCode {
  text: string;
  /** The caret's position in it: after the same character as before. */
  caret: number;
}

/** The code in a copied text, such as an entire letter; undefined if there is none. */
export const findCode = (text: string): string | undefined => codeInText.exec(text)?.[0];

const codeInText = /\b[0-9A-Z]{5}(?:\s*\p{Pd}\s*[0-9A-Z]{5}){3}\b/iu;

/** The characters between two dashes. */
const groupLength = 5;
const group = new RegExp(`.{1,${groupLength}}`, 'g');

/** @param isDeletingForward for the Delete key, which continues after a dash instead of stopping before it */
export function groupCode(typed: string, caret: number, isDeletingForward = false): GroupedCode {
  const characters = charactersOf(typed);
  const before = charactersOf(typed.slice(0, caret)).length;
  const hasNext = before < characters.length;
  const dashes = Math.floor((isDeletingForward && hasNext ? before : Math.max(0, before - 1)) / groupLength);
  const groups = characters.match(group) ?? [];
  return { text: groups.join('-'), caret: before + dashes };
}

/** The number of significant characters in a typed code. */
export const codeLength = (typed: string): number => charactersOf(typed).length;

/** The significant characters, as the service reads them: any case, width and accent. */
const charactersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
