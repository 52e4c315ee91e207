// Letters to the operator: what happened and the known facts. docs/guide/troubleshooting.md explains what to do.
import { formatMoment, greet, type LetterWriters } from './letter-words.ts';

export const operatorLetters = {
  'operator-notice': ({ what, details, at }, { productName }) => ({
    subject: `${productName}, for the operator: ${what}`,
    greeting: greet(''),
    body: [
      `${what}. This was noticed on ${formatMoment(at, {})}.`,
      ...details,
      'docs/guide/troubleshooting.md explains what to do.',
    ],
  }),
} satisfies Partial<LetterWriters>;
