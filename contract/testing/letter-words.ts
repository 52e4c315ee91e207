// Reads links and codes from the text of a letter, as its reader would.

/** The first link whose address contains `part`. @throws if there is none */
export function linkIn(text: string, part = ''): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((address) => address.includes(part));
  return link ?? missing(`link with "${part}"`);
}

/** The executor's code: four groups of five in Crockford's base 32. Empty if there is none. */
export const codeIn = (text: string): string =>
  /\b(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}\b/.exec(text)?.[0] ?? '';

/** The recipient's code, on its own line: two groups of four. Empty if there is none. */
export const mailboxCodeIn = (text: string): string =>
  /^\s*([0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4})\s*$/m.exec(text)?.[1] ?? '';

const missing = (what: string): never => {
  throw new Error(`the letter has no ${what}`);
};
