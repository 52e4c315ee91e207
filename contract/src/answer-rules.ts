// When an answer to a security question is the same answer, and when it is too easy to guess. Pure; the form and the service
// ask the same rules.

/** Unicode NFKC, without case, accents and punctuation, single spaces. An answer of nothing else stays as it is. */
export function normaliseAnswer(answer: string): string {
  const folded = answer.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const words = folded
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return (words === '' ? folded.replace(/\s+/gu, ' ').trim() : words).normalize('NFC');
}

/** Articles and prepositions an answer may begin with, in the languages people here write most. */
const leadingWords = new Set(
  `a an the at in on to by of from near with der die das dem den ein eine im am an auf bei zu le la les l un une des du de d a au aux en chez
  el los las uno una il lo gli nel nella het een op`.split(/\s+/),
);

/** A normalised answer without the articles and prepositions it begins with: 'at the mill pond' is 'mill pond'. */
export function withoutLeadingWords(normalised: string): string {
  const words = normalised.split(' ');
  const first = words.findIndex((word) => !leadingWords.has(word));
  return first <= 0 ? normalised : words.slice(first).join(' ');
}

const guessedFirst = new Set(
  `yes|no|yes no|none|nothing|nobody|never|always|maybe|unknown|i do not know|i don t know|i dont know|don t know|dont know|do not know|idk|n a|
  ok|okay|test|answer|my answer|secret|password|same|hello|love|i love you|me|you|mother|father|mum|mom|mama|dad|papa|daddy|mummy|mommy|
  123|1234|12345|123456|1234567|12345678|123456789|abc|abcd|asdf|qwerty|qwertz|blank|empty|question|anything|whatever|true|false`
    .split('|')
    .map((word) => word.trim()),
);
/** One sign of these scripts says about as much as a syllable. */
const syllables = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

export const answerTooShort = 'Please choose a longer answer: one so short is guessed at once';
export const answerTooCommon = 'This would be among the first guesses. Please choose another answer';
export const answerIsName = 'Someone who knows the names would guess this. Please choose another answer';
export const answerInQuestion = 'The question gives this answer away. Please choose another one';

interface Asked {
  question: string;
  answer: string;
  /** Names and addresses that stand in the vault. */
  names: readonly string[];
}

/** Why this answer is too easy to guess, in a sentence for anyone who chose it; null when it is not. */
export function answerFault({ question, answer, names }: Asked): string | null {
  const said = withoutLeadingWords(normaliseAnswer(answer));
  const signs = [...said.replaceAll(' ', '')];
  if (signs.length < (syllables.test(said) ? 2 : 3) || new Set(signs).size === 1) {
    return guessedFirst.has(said) ? answerTooCommon : answerTooShort;
  }
  if (guessedFirst.has(said)) return answerTooCommon;
  const named = names.map(normaliseAnswer).flatMap((name) => [name, ...name.split(' ')]);
  if (named.includes(said)) return answerIsName;
  return ` ${normaliseAnswer(question)} `.includes(` ${said} `) ? answerInQuestion : null;
}
