// When two addresses are the same, and when a set of answers is complete. Pure.
import { createHash } from 'node:crypto';

const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Compares two addresses in constant time. */
export function isSameEmail(one: string, other: string): boolean {
  const digest = (email: string) => createHash('sha256').update(normaliseEmail(email)).digest('hex');
  return digest(one) === digest(other);
}

interface GivenAnswer {
  question: string;
  answer: string;
}

/** Returns the answer to each stored question, in their order, or undefined if one is missing. */
export function pairAnswers(questions: readonly string[], given: readonly GivenAnswer[]): (string | undefined)[] {
  const left = [...given];
  return questions.map((question) => {
    const at = left.findIndex((answer) => answer.question === question);
    const [found] = left.splice(at, at < 0 ? 0 : 1);
    return found?.answer;
  });
}
