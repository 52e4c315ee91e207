// Letters to the people who can help when another letter could not be delivered.
import { greet, type LetterWriters } from './letter-words.ts';

export const unreachedLetters = {
  'recipient-unreached': ({ name, recipientName, recipientEmail, vaultTitle }, { supportEmail }) => ({
    subject: 'A letter could not be delivered',
    greeting: greet(name),
    body: [
      `We wrote to ${recipientName} about the vault “${vaultTitle}”, at ${recipientEmail}, and the letter could not be delivered. We have stopped trying.`,
      `If you know ${recipientName}, please ask whether this address is right and still in use, and tell us at ${supportEmail}. We can then send the letter again.`,
      'The vault stays safe and released. Nobody else can open it.',
    ],
  }),

  'executor-unreached': ({ ownerName, executorEmail, vaultTitle, link }, { supportEmail }) => ({
    subject: 'Your executor could not be reached',
    greeting: greet(ownerName),
    body: [
      `The letter with the access code to your vault “${vaultTitle}” could not be delivered to ${executorEmail}. We have stopped trying, so your executor has no code from it.`,
      'On the page of the vault you can correct the address, or ask for a new code to be sent.',
      { action: 'Open the vault', link },
      `If the address is right, write to ${supportEmail}.`,
    ],
  }),
} satisfies Partial<LetterWriters>;
