// What a returned email means, for the owner. It is no proof: the email may have arrived all the same.
import type { LetterDoubt } from '@remembrance/contract/letters.ts';

const doubtText: Record<LetterDoubt, string> = {
  'address-unknown': 'The address may not exist: their mail server returned our email.',
  'mailbox-full': 'Their mailbox may be full: their mail server returned our email.',
  refused: 'Their mail server refused our email, and it may not have arrived.',
  other: 'It may not have arrived: a mail server returned our email.',
};

export const doubtFact = (doubt: LetterDoubt | null | undefined): string[] => (doubt ? [doubtText[doubt]] : []);
