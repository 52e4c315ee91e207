// Letters to the operator: what happened and the known facts. docs/guide/troubleshooting.md explains what to do.
import type { FactsOf } from './letter-content.ts';
import { formatMoment, greet, type Letterhead, type LetterWords } from './letter-words.ts';

export const operatorNotice = (
  { what, details, at }: FactsOf<'operator-notice'>,
  { productName }: Letterhead,
): LetterWords => ({
  subject: `${productName}, for the operator: ${what}`,
  greeting: greet(''),
  body: [
    `${what}. This was noticed on ${formatMoment(at, {})}.`,
    ...details,
    'docs/guide/troubleshooting.md says what to do.',
  ],
});
