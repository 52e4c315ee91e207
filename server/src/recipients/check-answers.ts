// Hashes and compares answers. A pepper from outside the database is applied before the slow hash. It also makes every
// answer 43 bytes long, so bcrypt never truncates one.
import { foldAnswer, normaliseAnswer, withoutLeadingWords } from '@remembrance/contract/answer-rules.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { pairAnswers } from './answer-rules.ts';
import type { HashedQuestion } from './question-store.ts';

interface Needs {
  keyring: Keyring;
}

const pepper = ({ keyring }: Needs, normalised: string): string => keyring.sign('security-answer', normalised);

/** The form that is hashed today, and those before leading words and characters that are not seen were ignored. */
function formsOf(answer: string): string[] {
  const normalised = normaliseAnswer(answer);
  const folded = foldAnswer(answer);
  return [...new Set([withoutLeadingWords(normalised), normalised, withoutLeadingWords(folded), folded])];
}

export const hashAnswer = (needs: Needs & { slowHash: SlowHash }, answer: string): Promise<string> =>
  needs.slowHash.hash(pepper(needs, formsOf(answer)[0] ?? ''));

/**
 * True if every question is answered correctly. Every hash is compared every time, so the duration reveals nothing about
 * which answer was wrong.
 */
export async function areAnswersRight(
  needs: Needs & { answerHash: SlowHash },
  questions: readonly HashedQuestion[],
  given: readonly { question: string; answer: string }[],
): Promise<boolean> {
  const answers = pairAnswers(
    questions.map(({ question }) => question),
    given,
  );
  const verdicts = await Promise.all(
    questions.map(async ({ answer: hash }, i) => {
      const answer = answers[i];
      const forms = formsOf(answer ?? '');
      const matches = await Promise.all(forms.map((form) => needs.answerHash.matches(pepper(needs, form), hash)));
      return answer !== undefined && matches.includes(true);
    }),
  );
  return verdicts.length > 0 && verdicts.every(Boolean);
}
