// When an answer to a security question is too easy to guess. Pure; the form and the service use the same rules.
import { foldedWords, readingsOfAnswer } from './answer-readings.ts';
import { graphemesOf } from './graphemes.ts';

const guessedFirst = new Set(
  `yes|no|yes no|none|nothing|nobody|never|always|maybe|unknown|i do not know|i don't know|don't know|do not know|idk|n/a|
  ok|okay|test|answer|my answer|secret|password|same|hello|love|i love you|me|you|mother|father|mum|mom|mama|dad|papa|daddy|mummy|mommy|
  123|1234|12345|123456|1234567|12345678|123456789|abc|abcd|asdf|qwerty|qwertz|blank|empty|question|anything|whatever|true|false`
    .split('|')
    .flatMap(readingsOfAnswer),
);

/** In these scripts one character is a syllable. */
const syllables =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}\p{sc=Ethiopic}\p{sc=Cherokee}\p{sc=Yi}\p{sc=Canadian_Aboriginal}]/u;
/** In these scripts a letter with its vowel marks is a syllable. */
const markedSyllables =
  /[\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Thai}\p{sc=Lao}\p{sc=Tibetan}\p{sc=Myanmar}\p{sc=Khmer}]/u;
const shortestLetters = 3;

export const answerTooShort = 'Please choose a longer answer. A very short answer is easy to guess';
export const answerTooCommon = 'This answer is easy to guess. Please choose another answer';
export const answerIsName = 'Someone who knows the names in this vault could guess this. Please choose another answer';
export const answerInQuestion = 'The question gives this answer away. Please choose another answer';

interface AnswerInput {
  question: string;
  answer: string;
  /** The names and addresses in the vault. */
  names: readonly string[];
}

/** Why this answer is too easy to guess, as a sentence for the owner; null if it is not. */
export function answerFault({ question, answer, names }: AnswerInput): string | null {
  const faults = readingsOfAnswer(answer).map((reading) => {
    if (guessedFirst.has(reading)) return answerTooCommon;
    if (isShort(reading)) return answerTooShort;
    if (names.some((name) => holds(name, reading))) return answerIsName;
    return holds(question, reading) ? answerInQuestion : null;
  });
  return faults.find((fault) => fault !== null) ?? null;
}

/** Fewer than three letters or two syllables, or the same letter repeated. */
function isShort(reading: string): boolean {
  const graphemes = graphemesOf(reading);
  const letters = graphemes.reduce((sum, grapheme) => sum + lettersOf(grapheme), 0);
  return letters < shortestLetters || (graphemes.length > 2 && new Set(graphemes).size === 1);
}

/** A syllable carries about as much information as two letters, and one with two marks, such as माँ, as three. */
function lettersOf(grapheme: string): number {
  if (markedSyllables.test(grapheme)) return Math.max(2, [...grapheme].length);
  return syllables.test(grapheme) ? 2 : 1;
}

/** Whether consecutive words of the text, joined, equal the reading. */
function holds(text: string, reading: string): boolean {
  const words = foldedWords(text);
  return words.some((_, start) => {
    let run = '';
    for (const word of words.slice(start)) {
      run += word;
      if (run.length >= reading.length) return run === reading;
    }
    return false;
  });
}
