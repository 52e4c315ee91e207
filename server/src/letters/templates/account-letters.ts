// Letters about the account itself: the address, the password.
import type { FactsOf } from '../letter-content.ts';
import { greet, type Letterhead, type LetterWords } from './letter-words.ts';

export const emailVerification = (
  { firstName, link }: FactsOf<'email-verification'>,
  { productName }: Letterhead,
): LetterWords => ({
  subject: 'Please confirm your email address',
  greeting: greet(firstName),
  body: [
    `An account with ${productName} was made with this address. Please confirm that the address is yours.`,
    { action: 'Confirm my address', link },
    'If you did not sign up, do not follow the link. Someone may have mistyped their own address; the account stays closed without you.',
  ],
});

export const accountExists = (
  { firstName, signInLink, resetLink }: FactsOf<'account-exists'>,
  { productName }: Letterhead,
): LetterWords => ({
  subject: `You already have an account with ${productName}`,
  greeting: greet(firstName),
  body: [
    'Somebody, probably you, tried to sign up with this address. You already have an account with it, so nothing was changed.',
    { action: 'Sign in', link: signInLink },
    `If you have forgotten your password, you can choose a new one at ${resetLink}`,
    'If it was not you, there is nothing you need to do.',
  ],
});

export const passwordReset = ({ firstName, link }: FactsOf<'password-reset'>): LetterWords => ({
  subject: 'Choose a new password',
  greeting: greet(firstName),
  body: [
    'Somebody, probably you, asked to choose a new password for your account.',
    { action: 'Choose a new password', link },
    'If it was not you, do not follow the link. Your password stays as it is.',
  ],
});

export const passwordChanged = (
  { firstName, resetLink }: FactsOf<'password-changed'>,
  { supportEmail }: Letterhead,
): LetterWords => ({
  subject: 'Your password was changed',
  greeting: greet(firstName),
  body: [
    'The password of your account was changed. If you did that, there is nothing more to do.',
    `If it was not you, somebody else may have been in your account. Choose a new password, and write to ${supportEmail} so that we can help.`,
    { action: 'Choose a new password', link: resetLink },
  ],
});
