// The refusals of account and sign-in calls.
import type { RefusalEntry } from './refusal-entry.ts';

export const accountRefusals = {
  'reset-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail: 'This link has expired or was already used. Please ask for a new link.',
  },
  'two-factor-reset-over': {
    status: 400,
    title: 'Nothing to stop',
    detail:
      'This was already stopped, or the second step is already off. Your account page shows whether the second step is on.',
  },
  'confirm-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail:
      'This link has expired or was already used. If your address is not confirmed yet, please ask for a new email.',
  },
  'email-link-refused': {
    status: 400,
    title: 'Link no longer works',
    detail:
      'This link has expired or was already used, the browser that asked for it was signed out, or the address is no longer available. Please ask for a new link on your account page.',
  },
  'check-in-link-unknown': {
    status: 404,
    title: 'Link not in use',
    detail:
      'This link is not complete, or it belongs to an earlier question. Please use the link in our latest email. Signing in answers too.',
  },
  'pause-not-possible': {
    status: 400,
    title: 'Please choose another day',
    detail: 'A pause ends on a day after today, at most twelve months from now.',
  },
  'change-link-unknown': {
    status: 404,
    title: 'Link not found',
    detail: 'This link is not complete. Please open it again from the email, or copy the complete link.',
  },
  'change-link-expired': {
    status: 410,
    title: 'Link no longer works',
    detail:
      'This link worked for seven days and can no longer undo the change. If you think that someone else has access to your account, change your password and write to us.',
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
      'The previous release date has passed, so the vault would be released immediately. Please sign in and choose another date.',
  },
  'email-taken': {
    status: 409,
    title: 'Address in use',
    detail:
      'A newer account has this address. Everybody else was signed out of yours. Sign in to the newer one, move it to another address (with +2 before the @, for example) and use this link again.',
  },
  unauthorized: { status: 401, title: 'Unauthorized', detail: 'Unauthorized: please sign in to continue.' },
  'wrong-credentials': {
    status: 403,
    title: 'Sign-in failed',
    detail: 'The email address or the password is wrong.',
  },
  'email-not-verified': {
    status: 403,
    title: 'Email not confirmed',
    detail: 'Please confirm your email address first. We have sent you a new email with the link.',
  },
  'password-to-confirm': {
    status: 403,
    title: 'Password needed',
    detail: 'This is not the browser you signed up in. Please enter the password you chose there.',
  },
  'account-suspended': {
    status: 403,
    title: 'Account suspended',
    detail: 'This account is suspended. Please write to us if you think this is a mistake.',
  },
  'account-not-linked': {
    status: 403,
    title: 'Please sign in again',
    detail: 'An account with this address was confirmed in the meantime. Please sign in again.',
  },
  'second-step-needed': {
    status: 403,
    title: 'One more step',
    detail: 'Please enter the code that your authenticator app shows.',
  },
  'second-step-refused': {
    status: 403,
    title: 'Wrong code',
    detail: 'This code is wrong or was already used. Please enter the newest code.',
  },
  'second-step-over': {
    status: 403,
    title: 'Please start again',
    detail: 'This sign-in took too long, or was finished or cancelled elsewhere. Please start again.',
  },
  'sign-in-code-needed': {
    status: 403,
    title: 'One more step',
    detail:
      'This account has not been used in this browser before. Please enter the code we sent to its email address.',
  },
  'sign-in-code-refused': {
    status: 403,
    title: 'Wrong code',
    detail: 'This code is wrong. Please check the newest email for the code of this browser, and try again.',
  },
  'sign-in-code-over': {
    status: 403,
    title: 'Code no longer works',
    detail: 'This code has expired, or too many wrong codes were entered. Please ask for another code, or start again.',
  },
  'wrong-password': { status: 403, title: 'Wrong password', detail: 'This password is wrong. Please try again.' },
  'proof-needed': {
    status: 403,
    title: 'Please confirm it is you',
    detail: 'Please confirm that it is you, with your password or a passkey, or by signing in again.',
  },
  'token-reads-only': {
    status: 403,
    title: 'Only for reading',
    detail: 'A program can only read here. Please sign in to do this.',
  },
  'deletion-waits': {
    status: 409,
    title: 'Not yet',
    detail: 'The address of your account was changed less than seven days ago. You can delete the account after that.',
  },
  'content-waits': {
    status: 403,
    title: 'Not yet',
    detail:
      'The address of your account was changed less than 24 hours ago. To protect what you have written, it can be read again after that, or as soon as you agree in our email to your previous address.',
  },
  'agreement-over': {
    status: 409,
    title: 'Nothing to agree to',
    detail: 'There is nothing to agree to any more: your account is open, or its address was changed again.',
  },
  'passkey-refused': {
    status: 403,
    title: 'Passkey not accepted',
    detail: 'This passkey was not accepted. Please try again, or sign in another way.',
  },
  'first-visit-over': {
    status: 403,
    title: 'Please start again',
    detail: 'This took too long. Please sign in again.',
  },
  'session-not-found': { status: 404, title: 'Not found', detail: 'You have no such session.' },
  'browser-not-found': { status: 404, title: 'Not found', detail: 'Your account knows no such browser.' },
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
