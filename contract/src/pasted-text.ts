// Text pasted from other programs: line separators become line ends, and characters that are invisible or cannot be stored are
// dropped. Joiners and direction marks stay, because scripts and emoji need them.

/** Line ends of Windows, PowerPoint, page breaks, and Unicode's own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
const lineEnds = /\r\n|[\r\u000b\u000c\u0085\u2028\u2029]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this drops
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ud800-\udfff]/gu;

/** The text for a multi-line field. */
export const pastedLines = (text: string): string => text.replace(lineEnds, '\n').replace(unseen, '');

/** The text for a single-line field. */
export const pastedLine = (text: string): string => pastedLines(text).replace(/[\n\t]+/gu, ' ');
