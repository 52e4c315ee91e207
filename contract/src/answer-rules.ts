// When two answers to a security question count as the same, and when one is too easy to guess. Pure; the form and the service
// use the same rules.
import { withoutInvisible } from './invisible.ts';

/**
 * Unicode NFKC in lower case, without accents, punctuation and characters that are not seen, with single spaces. An answer of only
 * punctuation keeps it.
 */
export const normaliseAnswer = (answer: string): string => foldAnswer(withoutInvisible(answer));

/** The same, but a character that is not seen counts. Answers were hashed in this form before. */
export function foldAnswer(answer: string): string {
  const folded = answer.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const words = folded
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return (words === '' ? folded.replace(/\s+/gu, ' ').trim() : words).normalize('NFC');
}

/** The articles and prepositions that were ignored first. Answers were hashed without these, so this list does not change. */
const firstLeadingWords = new Set(
  `a an the at in on to by of from near with der die das dem den ein eine im am an auf bei zu le la les l un une des du de d a au aux en chez
  el los las uno una il lo gli nel nella het een op`.split(/\s+/),
);

/** Articles and prepositions an answer may begin with: the English ones, and the commonest of other languages (decision 66). */
const leadingWords = new Set([
  ...firstLeadingWords,
  ...`above across after along among around before behind below beneath beside between beyond during for inside into onto opposite outside
  over past round through toward towards under underneath upon within`.split(/\s+/),
]);

/** The form in which answers are normalised and hashed today. A new way gets the next number, and the old ones stay readable. */
export const answerForm = 2;

/** A normalised answer without leading articles and prepositions: 'at the mill pond' is 'mill pond'. */
export const withoutLeadingWords = (normalised: string): string => withoutLeading(leadingWords, normalised);

/**
 * Every form in which an answer may have been hashed. Before the form was recorded (1), leading words and characters that are
 * not seen counted at first, so a stored answer has one of four.
 */
export function formsOfAnswer(answer: string, form: number): string[] {
  const normalised = normaliseAnswer(answer);
  if (form === answerForm) return [withoutLeadingWords(normalised)];
  const folded = foldAnswer(answer);
  const shorten = (text: string) => withoutLeading(firstLeadingWords, text);
  return [...new Set([shorten(normalised), normalised, shorten(folded), folded])];
}

function withoutLeading(leading: ReadonlySet<string>, normalised: string): string {
  const words = normalised.split(' ');
  const first = words.findIndex((word) => !leading.has(word));
  return first <= 0 ? normalised : words.slice(first).join(' ');
}

const guessedFirst = new Set(
  `yes|no|yes no|none|nothing|nobody|never|always|maybe|unknown|i do not know|i don t know|i dont know|don t know|dont know|do not know|idk|n a|
  ok|okay|test|answer|my answer|secret|password|same|hello|love|i love you|me|you|mother|father|mum|mom|mama|dad|papa|daddy|mummy|mommy|
  123|1234|12345|123456|1234567|12345678|123456789|abc|abcd|asdf|qwerty|qwertz|blank|empty|question|anything|whatever|true|false`
    .split('|')
    .map((word) => word.trim()),
);
/** One character of these scripts is about as much as a syllable. */
const syllables = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

export const answerTooShort = 'Please choose a longer answer. A very short one is easy to guess';
export const answerTooCommon = 'This answer is easy to guess. Please choose another one';
export const answerIsName = 'Someone who knows the names in this vault could guess this. Please choose another answer';
export const answerInQuestion = 'The question gives this answer away. Please choose another one';

interface AnswerInput {
  question: string;
  answer: string;
  /** Names and addresses in the vault. */
  names: readonly string[];
}

/** Why this answer is too easy to guess, as a sentence for the owner; null when it is not. */
export function answerFault({ question, answer, names }: AnswerInput): string | null {
  const normalised = withoutLeadingWords(normaliseAnswer(answer));
  const characters = [...normalised.replaceAll(' ', '')];
  if (characters.length < (syllables.test(normalised) ? 2 : 3) || new Set(characters).size === 1) {
    return guessedFirst.has(normalised) ? answerTooCommon : answerTooShort;
  }
  if (guessedFirst.has(normalised)) return answerTooCommon;
  const nameWords = names.map(normaliseAnswer).flatMap((name) => [name, ...name.split(' ')]);
  if (nameWords.includes(normalised)) return answerIsName;
  return ` ${normaliseAnswer(question)} `.includes(` ${normalised} `) ? answerInQuestion : null;
}
