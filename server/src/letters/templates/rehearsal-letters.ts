// The letters of a rehearsal: the executor's and the recipient's future letters, sent to the owner and marked in every part, without
// a usable code or link.
import { executorCode } from './executor-letters.ts';
import type { FactsOf } from './letter-content.ts';
import { greet, type Letterhead, type LetterWords } from './letter-words.ts';
import { recipientInvitation } from './recipient-letters.ts';

export const rehearsalExecutorCode = (
  { ownerName, ...facts }: FactsOf<'rehearsal-executor-code'>,
  letterhead: Letterhead,
): LetterWords => {
  const letter = executorCode(
    { ...facts, ownerName, code: 'here stands the code', replacesEarlier: false },
    letterhead,
  );
  return marked(letter, ownerName, [
    `This is a rehearsal. You asked for it, and it was sent to nobody but you. It is the letter ${facts.executorName || 'your executor'} gets with the code of your vault “${facts.vaultTitle}”. There is no code in it.`,
  ]);
};

export const rehearsalInvitation = (
  { vaultTitle, ...facts }: FactsOf<'rehearsal-invitation'>,
  letterhead: Letterhead,
): LetterWords =>
  marked(recipientInvitation(facts, letterhead), facts.ownerName, [
    `This is a rehearsal. You asked for it, and it was sent to nobody but you. It is the letter ${facts.recipientName} gets when your vault “${vaultTitle}” is released. Nothing was released: the link leads to your own preview.`,
  ]);

function marked(letter: LetterWords, ownerName: string, note: string[]): LetterWords {
  return {
    subject: `Rehearsal: ${letter.subject}`,
    greeting: greet(ownerName),
    body: [...note, 'From here on it is as they will read it.', letter.greeting, ...letter.body],
  };
}
