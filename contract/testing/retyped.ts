// For property tests: an answer as somebody types or pastes it years later.
import fc from 'fast-check';

/** The variations between writing an answer and typing it years later: case, decomposed accents, spaces, punctuation, pasting. */
export const retyped = (answer: string) =>
  fc
    .array(fc.constantFrom('as-is', 'upper', 'nfd', 'nfc', 'wide', 'spaces', 'punctuation', 'pasted'), { maxLength: 4 })
    .map((changes) => changes.reduce(change, answer));
function change(text: string, how: string): string {
  switch (how) {
    case 'upper':
      return text.toUpperCase();
    case 'nfd':
    case 'nfc':
      return text.normalize(how === 'nfd' ? 'NFD' : 'NFC');
    case 'wide':
      return text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
    case 'spaces':
      return ` ${text.replaceAll(' ', ' \u00a0\t')}\n`;
    case 'punctuation':
      return `“${text.replaceAll(' ', ' - ')}”.`;
    case 'pasted':
      return `\u2068${text.replaceAll(' ', '\u200b ')}\u2069`;
    default:
      return text;
  }
}
