// Hashes answers and compares them. A pepper from outside the database goes under the slow hash,
// and it makes every answer the same 43 bytes, so that none is cut by bcrypt.
import { normaliseAnswer, withoutLeadingWords } from '@remembrance/contract/answer-rules.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { pairAnswers } from './answer-rules.ts';
import type { HashedQuestion } from './question-store.ts';

interface Needs {
  keyring: Keyring;
}

const pepper = ({ keyring }: Needs, normalised: string): string => keyring.sign('security-answer', normalised);

/** What is hashed today, and what was hashed before leading articles and prepositions were left out. */
function formsOf(answer: string): string[] {
  const normalised = normaliseAnswer(answer);
  return [...new Set([withoutLeadingWords(normalised), normalised])];
}

export const hashAnswer = (needs: Needs & { slowHash: SlowHash }, answer: string): Promise<string> =>
  needs.slowHash.hash(pepper(needs, formsOf(answer)[0] ?? ''));

/**
 * True when every question is answered rightly. Every hash is compared every time, so that the time
 * tells nothing but how the answer was written.
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
