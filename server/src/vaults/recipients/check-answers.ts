// Hashes and compares answers. A pepper from outside the database is applied before the slow hash. It also makes every
// answer 43 bytes long, so bcrypt never truncates one. The spellings of an answer share a salt: a guess costs one slow hash,
// or two where it has two readings.
import { readingsOfAnswer } from '@remembrance/contract/answer-readings.ts';
import { type Keyring, withoutLabel } from '../../keys/secret/keyring.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { pairAnswers } from './answer-rules.ts';
import type { HashedAnswer, HashedQuestion } from './question-store.ts';

interface Needs {
  keyring: Keyring;
}

/** @param spellings of one answer, at least one; readings that two of them share are hashed once */
export async function hashAnswer(
  needs: Needs & { slowHash: SlowHash },
  spellings: readonly string[],
): Promise<HashedAnswer> {
  const read = spellings.map(readingsOfAnswer);
  const readings = new Set(read.flat());
  const { label, sign } = needs.keyring.pepper('security-answer');
  const hashes = await needs.slowHash.hashAll([...readings].map(sign));
  const [answer, ...otherAnswers] = hashes.map((hash) => label + hash);
  if (answer === undefined) throw new Error('an answer without a spelling');
  return { answer, otherAnswers, spellings: new Set(read.map(([first]) => first)).size };
}

/** Whether one answer is accepted. It is never rehashed with a newer secret: only the owner knows the accepted spellings. */
export async function isAnswerRight(
  needs: Needs & { answerHash: SlowHash },
  stored: HashedAnswer,
  given: string,
): Promise<boolean> {
  const { sign } = needs.keyring.pepper('security-answer', stored.answer);
  const hashes = [stored.answer, ...stored.otherAnswers].map(withoutLabel);
  const readings = readingsOfAnswer(given);
  const matches = await Promise.all(readings.map((reading) => needs.answerHash.matchesAny(sign(reading), hashes)));
  return matches.includes(true);
}

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
    questions.map(async (stored, i) => {
      const answer = answers[i];
      return (await isAnswerRight(needs, stored, answer ?? '')) && answer !== undefined;
    }),
  );
  return verdicts.length > 0 && verdicts.every(Boolean);
}
