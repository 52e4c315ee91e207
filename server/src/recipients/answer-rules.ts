// When an answer is the same answer: case, accents, punctuation and spaces do not count. And when a set of answers is complete. Pure.
import { createHash } from 'node:crypto';

/** Unicode NFKC, without case, accents and punctuation, single spaces. An answer of nothing else keeps its characters. */
export function normaliseAnswer(answer: string): string {
  const folded = answer.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const words = folded
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return (words === '' ? folded.replace(/\s+/gu, ' ').trim() : words).normalize('NFC');
}

const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Whether two addresses are the same, compared without telling by time how much of them agrees. */
export function isSameEmail(one: string, other: string): boolean {
  const digest = (email: string) => createHash('sha256').update(normaliseEmail(email)).digest('hex');
  return digest(one) === digest(other);
}

interface GivenAnswer {
  question: string;
  answer: string;
}

/** The answer given to each stored question, in their order; undefined where one is missing. */
export function pairAnswers(questions: readonly string[], given: readonly GivenAnswer[]): (string | undefined)[] {
  const left = [...given];
  return questions.map((question) => {
    const at = left.findIndex((answer) => answer.question === question);
    return at < 0 ? undefined : left.splice(at, 1)[0]?.answer;
  });
}
