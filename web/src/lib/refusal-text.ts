// What a page says at the place of a mistake: the title and words of the toast that is only spoken there (decision 118), and what to do next.
import { CallError } from './call.ts';

/** 'Missing Code: Please enter your executor access code' */
export const titled = (title: string, words: string): string => `${title}: ${words}`;

/** The words of a failed proof, and where known what probably went wrong. */
export function proofRefusal(error: unknown, words: string): string {
  const advice = error instanceof CallError && adviceFor[error.code ?? ''];
  return advice ? `${words}. ${advice}` : words;
}

const adviceFor: Record<string, string> = {
  'access-code-refused': 'This code does not open a vault. Please compare it with your newest letter.',
  'link-email-refused': 'Our letter went to another address. Please use the one where you found it.',
  'answers-refused':
    'At least one is not as it was written down. The spelling of names often differs; capitals make no difference.',
};
