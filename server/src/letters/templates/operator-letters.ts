// Letters to the operator of the installation. They say what happened and what is known; what to do stands in the documents.
import type { FactsOf } from './letter-content.ts';
import { greet, type Letterhead, type LetterWords, momentInWords } from './letter-words.ts';

export const operatorNotice = (
  { what, details, at }: FactsOf<'operator-notice'>,
  { productName }: Letterhead,
): LetterWords => ({
  subject: `${productName}, for the operator: ${what}`,
  greeting: greet(''),
  body: [
    `${what}. It was seen at ${momentInWords(at)}.`,
    ...details,
    'What to do about it stands in docs/operations.md of the program.',
  ],
});
