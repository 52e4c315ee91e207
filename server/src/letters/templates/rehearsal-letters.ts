// The letters of a rehearsal: the executor's and the recipient's future letters, sent to the owner and marked in every part, without
// a usable code or link.
import { executorLetters } from './executor-letters.ts';
import { greet, type LetterWords, type LetterWriters } from './letter-words.ts';
import { recipientLetters } from './recipient-letters.ts';

export const rehearsalLetters = {
  'rehearsal-executor-code': (facts, letterhead) => {
    const letter = executorLetters['executor-code'](
      { ...facts, code: 'here stands the code', replacesEarlier: false },
      letterhead,
    );
    return marked(letter, facts.ownerName, [
      `This is a rehearsal. You asked for it, and it was sent to nobody but you. It is the letter ${facts.executorName || 'your executor'} gets with the code of your vault “${facts.vaultTitle}”. There is no code in it.`,
    ]);
  },

  'rehearsal-invitation': (facts, letterhead) =>
    marked(recipientLetters['recipient-invitation'](facts, letterhead), facts.ownerName, [
      `This is a rehearsal. You asked for it, and it was sent to nobody but you. It is the letter ${facts.recipientName} gets when your vault “${facts.vaultTitle}” is released. Nothing was released: the link leads to your own preview.`,
    ]),
} satisfies Partial<LetterWriters>;

function marked(letter: LetterWords, ownerName: string, note: string[]): LetterWords {
  return {
    subject: `Rehearsal: ${letter.subject}`,
    greeting: greet(ownerName),
    body: [...note, 'From here on it is as they will read it.', letter.greeting, ...letter.body],
  };
}
