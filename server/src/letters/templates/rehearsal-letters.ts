// The letters of a rehearsal: the executor's and the recipient's future letters, sent to the owner and marked in every part, without
// a usable code or link.
import { executorLetters } from './executor-letters.ts';
import { greet, type LetterWords, type LetterWriters } from './letter-words.ts';
import { recipientLetters } from './recipient-letters.ts';

export const rehearsalLetters = {
  'rehearsal-executor-code': (facts, letterhead) => {
    const letter = executorLetters['executor-code'](
      { ...facts, code: 'the code is here', replacesEarlier: false },
      letterhead,
    );
    return marked(letter, facts.firstName, [
      `This is a rehearsal. You asked for it, and we sent it only to you. It is the email that ${facts.executorName || 'your executor'} gets with the code for your vault “${facts.vaultTitle}”. It contains no code.`,
    ]);
  },

  'rehearsal-invitation': (facts, letterhead) =>
    marked(recipientLetters['recipient-invitation'](facts, letterhead), facts.firstName, [
      `This is a rehearsal. You asked for it, and we sent it only to you. It is the email that ${facts.recipientName} gets when your vault “${facts.vaultTitle}” is released. Nothing was released. The link opens your own preview.`,
    ]),
} satisfies Partial<LetterWriters>;

function marked(letter: LetterWords, firstName: string, note: string[]): LetterWords {
  return {
    subject: `Rehearsal: ${letter.subject}`,
    greeting: greet(firstName),
    body: [...note, 'Everything below is what they will read.', letter.greeting, ...letter.body],
  };
}
