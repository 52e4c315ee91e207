// Letters to the operator: what happened and the known facts. docs/guide/troubleshooting.md explains what to do.
import { formatMoment, greet, type LetterWriters } from './letter-words.ts';

export const operatorLetters = {
  'operator-notice': ({ what, details, at, times = 1 }, { productName }) => ({
    subject: `${productName}, for the operator: ${what}${times > 1 ? ` (${times} times)` : ''}`,
    greeting: greet(''),
    body: [
      `${what}. This was noticed on ${formatMoment(at, {})}${times > 1 ? `, and ${times} times until this email was sent` : ''}.`,
      ...details,
      'docs/guide/troubleshooting.md explains what to do.',
    ],
  }),
} satisfies Partial<LetterWriters>;
