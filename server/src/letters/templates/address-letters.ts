// Letters to a new address for an account: it is confirmed, or another account has it.
import { greet, type LetterWriters } from './letter-words.ts';

export const addressLetters = {
  'email-confirmation': ({ firstName, link }, { productName }) => ({
    subject: 'Please confirm your new email address',
    greeting: greet(firstName),
    body: [
      `You asked to move your account with ${productName} to this address. Please confirm that the address is yours. The link works for one day.`,
      { action: 'Confirm my new address', link },
      'If you did not ask for this, do not follow the link, and nothing will change.',
    ],
  }),

  'email-taken': ({ firstName }, { productName, publicUrl }) => ({
    subject: `You already have an account with ${productName}`,
    greeting: greet(firstName),
    body: [
      `Someone, probably you, asked to move another account with ${productName} to this address. This address already has an account, so nothing was changed.`,
      'An address can have only one account. If both are yours, choose a different address, or delete the account you no longer need.',
      { action: `Open ${productName}`, link: publicUrl },
      'If it was not you, there is nothing you need to do.',
    ],
  }),
} satisfies Partial<LetterWriters>;
