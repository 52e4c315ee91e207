// When an address is the same address, and when a set of answers is complete. Pure.
import { createHash } from 'node:crypto';

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
