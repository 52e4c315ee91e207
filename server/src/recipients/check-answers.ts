// Hashes answers and compares them. A pepper from outside the database goes under the slow hash,
// and it makes every answer the same 43 bytes, so that none is cut by bcrypt.
import type { Keyring } from '../keys/keyring.ts';
import type { SlowHash } from '../lib/slow-hash.ts';
import { normaliseAnswer, pairAnswers } from './answer-rules.ts';
import type { HashedQuestion } from './question-store.ts';

interface Needs {
  keyring: Keyring;
  slowHash: SlowHash;
}

const pepper = ({ keyring }: Needs, answer: string): string => keyring.sign('security-answer', normaliseAnswer(answer));

export const hashAnswer = (needs: Needs, answer: string): Promise<string> => needs.slowHash.hash(pepper(needs, answer));

/** True when every question is answered rightly. Every hash is compared every time, so that the time tells nothing. */
export async function areAnswersRight(
  needs: Needs,
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
      const isRight = await needs.slowHash.matches(pepper(needs, answer ?? ''), hash);
      return answer !== undefined && isRight;
    }),
  );
  return verdicts.length > 0 && verdicts.every(Boolean);
}
