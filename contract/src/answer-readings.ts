// When two answers to a security question count as the same, in every script (decision 104). Pure; the form and the service
// use the same rules.
import { withPlainDigits } from './digits.ts';
import { withoutInvisible } from './invisible.ts';

/** Letters that are often replaced by plain letters, and that have no accent to remove. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  եւ: 'եվ',
  ی: 'ي', // the same letters on a Persian and an Arabic keyboard
  ى: 'ي',
  ک: 'ك',
  ٱ: 'ا', // an alef that is joined to the previous word
};

/** Katakana with a hiragana of the same sound. Their voicing marks are not included, and stay. */
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/gu;
const fromHiragana = 0x60;

const accents = /((?=\p{L})[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])\p{M}+/gu;
/** Marks without their own letter: half of an apostrophe, or the frame of an emoji. */
const strayMarks = /(^|[^\p{L}\p{M}])\p{M}+/gu;
/** Punctuation, symbols, apostrophes that count as letters (Hawaiʻi), and the line that stretches an Arabic word. */
const signs = /[\p{P}\p{S}\u02b0-\u02ff\u0640]/gu;

/** Articles and prepositions that may start an answer: the English ones, and the most common of other languages (decision 66). */
const leadingWords = new Set(
  `a an the at in on to by of from near with above across after along among around before behind below beneath beside between beyond during
  for inside into onto opposite outside over past round through toward towards under underneath upon within der die das dem den ein eine im am
  auf bei zu le la les l un une des du de d au aux en chez el los las uno una il lo gli nel nella het een op`.split(
    /\s+/,
  ),
);

/** Unicode NFKC in lower case, without accents and invisible characters, in hiragana, with the digits 0 to 9. */
function foldAnswer(answer: string): string {
  const folded = withoutInvisible(answer)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '$1')
    .replace(strayMarks, '$1')
    .replace(/[łøđðħıßæœþςیىکٱ]|եւ/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(katakana, hiraganaOf);
  return withPlainDigits(folded).normalize('NFC');
}

const hiraganaOf = (kana: string): string => String.fromCharCode(kana.charCodeAt(0) - fromHiragana);

const wordsIn = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** The words of a text, normalised like answers. Signs separate words. */
export const foldedWords = (text: string): string[] => wordsIn(foldAnswer(text).replace(signs, ' '));

/**
 * The readings of an answer; two answers count as the same if they have one in common. Spaces do not count, so that "O'Brien" is
 * "O Brien" and "OBrien". Nearly every answer has one reading. "L'école" has two: its first word may be an article ("école") or
 * belong to the next one ("lecole").
 */
export function readingsOfAnswer(answer: string): string[] {
  const folded = foldAnswer(answer);
  const readings = [' ', ''].map((sign) => withoutLeadingWords(wordsIn(folded.replace(signs, sign))));
  return readings.includes('') ? [wordsIn(folded).join('')] : [...new Set(readings)];
}

function withoutLeadingWords(words: readonly string[]): string {
  const first = words.findIndex((word) => !leadingWords.has(word));
  return words.slice(Math.max(first, 0)).join('');
}
