// Text pasted from other programs: their line separators become line ends, and characters that nobody sees and nothing stores are
// dropped. Joiners and direction marks stay, because scripts and emoji need them.

/** Line ends of Windows, PowerPoint, page breaks, and Unicode's own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
const lineEnds = /\r\n|[\r\u000b\u000c\u0085\u2028\u2029]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this drops
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ud800-\udfff]/gu;

/** The text as a field of many lines holds it. */
export const pastedLines = (text: string): string => text.replace(lineEnds, '\n').replace(unseen, '');

/** The same on one line. */
export const pastedLine = (text: string): string => pastedLines(text).replace(/[\n\t]+/gu, ' ');
