// The message shown at an error's place: the title and text of a toast that is only announced (decision 56), and the next step.
import { CallError } from './call.ts';

/** 'Missing Code: Please enter your executor access code' */
export const titled = (title: string, words: string): string => `${title}: ${words}`;

/**
 * The text for a failed proof, with the likely cause if it is known.
 * @param asked the number of questions
 */
export function proofRefusal(error: unknown, words: string, asked = 0): string {
  const code = error instanceof CallError ? error.code : undefined;
  const advice = code === 'answers-refused' ? answersAdvice(asked) : adviceFor[code ?? ''];
  return advice ? `${words}. ${advice}` : words;
}

/** What helps somebody whose right answer does not match. */
export const severalSpellings =
  'Names are often spelled in several ways: try the word the two of you used, or the full name.';

const adviceFor: Record<string, string> = {
  'access-code-refused': 'This code does not open a vault. Please compare it with your newest email.',
  'link-email-refused': 'Our email went to another address. Please enter the address where you found it.',
};

const answersAdvice = (asked: number): string =>
  `${asked === 1 ? 'The answer does not match.' : 'At least one does not match.'} ${severalSpellings}`;
