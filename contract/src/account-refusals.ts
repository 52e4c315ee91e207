// The refusals of account and sign-in calls.
import type { RefusalEntry } from './refusal-entry.ts';

export const accountRefusals = {
  'reset-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail: 'This link has expired or was used already. Please ask for a new one.',
  },
  'two-factor-reset-over': {
    status: 400,
    title: 'Nothing to stop',
    detail:
      'This was already stopped, or it has already happened. Your account page shows whether the second step is on.',
  },
  'confirm-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail: 'This link has expired or was used already. If your address is not confirmed yet, ask for a new letter.',
  },
  'email-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail:
      'This link has expired, was used already, or the address can no longer be used. Please ask for a new one on your account page.',
  },
  'change-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'This link is not complete. Please open it again from the letter, or copy the whole of it.',
  },
  'change-link-expired': {
    status: 410,
    title: 'Link no longer works',
    detail:
      'The seven days of this link are over, so it can no longer undo the change. If you think that someone else is in your account, change the password that you sign in with and write to us.',
  },
  'change-undone': {
    status: 409,
    title: 'Already undone',
    detail: 'This change was already undone. There is nothing more to do here.',
  },
  'release-date-passed': {
    status: 409,
    title: 'The date has passed',
    detail:
      'The earlier release date has passed, and the vault would be released at once. Please sign in and choose another date.',
  },
  'email-taken': {
    status: 409,
    title: 'Address in use',
    detail:
      'Another account with vaults of its own now uses this address, so it could not be restored. Everybody else was signed out of your account. Please write to us, and we will sort it out together.',
  },
  unauthorized: { status: 401, title: 'Unauthorized', detail: 'Unauthorized: please sign in to continue.' },
  'wrong-credentials': {
    status: 403,
    title: 'Sign-in failed',
    detail: 'The email address or the password is not right.',
  },
  'email-not-verified': {
    status: 403,
    title: 'Email not confirmed',
    detail: 'Please confirm your email address first. We have sent you a new letter with the link.',
  },
  'password-to-confirm': {
    status: 403,
    title: 'Password needed',
    detail: 'This is not the browser you signed up in. Please enter the password you chose there.',
  },
  'account-suspended': {
    status: 403,
    title: 'Account suspended',
    detail: 'This account is suspended. Please write to us if you think it should not be.',
  },
  'account-not-linked': {
    status: 403,
    title: 'Please sign in again',
    detail: 'An account with this address was confirmed in the meantime. Please sign in once more.',
  },
  'second-step-needed': {
    status: 403,
    title: 'One more step',
    detail: 'Please enter the code your authenticator app shows.',
  },
  'second-step-refused': {
    status: 403,
    title: 'Code not right',
    detail: 'This code is not right, or it was used already. Please enter the newest one.',
  },
  'second-step-over': {
    status: 403,
    title: 'Please start again',
    detail:
      'This sign-in no longer waits: it took too long, or it was finished or ended elsewhere. Please start again.',
  },
  'sign-in-code-needed': {
    status: 403,
    title: 'One more step',
    detail:
      'This account has not been used in this browser before. Please enter the code we sent to its email address.',
  },
  'sign-in-code-refused': {
    status: 403,
    title: 'Code not right',
    detail: 'This code is not right. Please look at the newest letter and try again.',
  },
  'sign-in-code-over': {
    status: 403,
    title: 'Code no longer works',
    detail: 'This code has expired, or too many wrong ones were entered. Please ask for another code, or start again.',
  },
  'wrong-password': { status: 403, title: 'Wrong password', detail: 'This password is not right. Please try again.' },
  'proof-needed': {
    status: 403,
    title: 'Please show that it is you',
    detail: 'Please show once more that it is you, with your password or a passkey, or by signing in again.',
  },
  'deletion-waits': {
    status: 409,
    title: 'Not yet',
    detail: 'The address of your account was changed less than seven days ago. You can delete the account after that.',
  },
  'passkey-refused': {
    status: 403,
    title: 'Passkey not accepted',
    detail: 'This passkey was not accepted. Please try again, or sign in another way.',
  },
  'first-visit-over': {
    status: 403,
    title: 'Please start again',
    detail: 'This took too long. Please sign in once more.',
  },
  'session-not-found': { status: 404, title: 'Not found', detail: 'You have no such session.' },
  'passkey-not-found': { status: 404, title: 'Not found', detail: 'You have no such passkey.' },
  'two-factor-on': { status: 409, title: 'Already on', detail: 'The second step is already on.' },
  'two-factor-off': { status: 409, title: 'Not on', detail: 'The second step is not on.' },
  'too-many-passkeys': { status: 409, title: 'Too many passkeys', detail: 'An account holds at most 20 passkeys.' },
  'picture-refused': {
    status: 415,
    title: 'Picture not accepted',
    detail: 'Please choose a picture that is a PNG, a JPEG or a WebP.',
  },
} as const satisfies Record<string, RefusalEntry>;
