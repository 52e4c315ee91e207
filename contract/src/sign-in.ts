// Creating an account, confirming it, signing in, and choosing a new password.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { ownPassword, passkeyFacts, user } from './sessions.ts';
import { email, linkToken, newPassword, optional, personName, tooLong } from './text.ts';
import { browserTimeZone } from './time-zone.ts';

const guessable = { tries: 20, seconds: 60, durable: true };
const letterSending = { tries: 20, seconds: 600, durable: true };

/** A path on this site to continue to. The server ignores anything else. */
const next = optional(z.string().check(z.maxLength(lengths.next)));

export const signUpBody = z.strictObject({
  name: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: email('Valid email is required'),
  password: newPassword(),
  termsAccepted: z.literal(true, 'Please accept the Terms of Service and Privacy Policy'),
  isAdult: z.literal(true, 'You must be at least 18 years old'),
  timeZone: browserTimeZone,
  next,
});

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Creates an account and mails a link to confirm its address. The reply is the same for a known address.',
  access: 'anyone',
  limit: letterSending,
  body: signUpBody,
  reply: z.object({ email: z.string() }),
  refusals: ['busy'],
});

export const signInBody = z.strictObject({
  email: email('Valid email is required'),
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(lengths.typedPassword, tooLong(lengths.typedPassword))),
  next,
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary:
    'Signs in and sets the session cookie. In a browser the account was never used in, a code goes to its mailbox first.',
  access: 'anyone',
  worksOnHold: true,
  // Failed tries are also counted for each account, browser and network (server/src/people/sign-in/sign-in-guard.ts).
  limit: { tries: 300, seconds: 60 },
  body: signInBody,
  reply: z.object({ user }),
  refusals: [
    ...(['busy', 'wrong-credentials', 'email-not-verified', 'account-suspended'] as const),
    ...(['second-step-needed', 'sign-in-code-needed'] as const),
  ],
});

export const twoFactorBody = z.strictObject({
  code: z
    .string('Please enter the code')
    .check(z.trim(), z.minLength(1, 'Please enter the code'), z.maxLength(40, tooLong(40))),
});

/** For sign-in. With `trust` this browser needs no code for thirty days. */
export const twoFactorSignInBody = z.strictObject({ ...twoFactorBody.shape, trust: z.optional(z.boolean()) });

export const answerTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-step',
  summary: 'Completes a sign-in that requires a code of the authenticator app or a recovery code.',
  access: 'anyone',
  worksOnHold: true,
  limit: guessable,
  body: twoFactorSignInBody,
  reply: z.object({ user }),
  refusals: ['second-step-refused', 'second-step-over'],
});

export const confirmEmailBody = z.strictObject({
  token: linkToken(),
  /** Required in any browser except the one that signed up. */
  password: z.optional(ownPassword),
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary:
    'Confirms an address by the token in its letter and signs in. A browser other than the one that signed up also needs the password.',
  access: 'anyone',
  limit: guessable,
  body: confirmEmailBody,
  reply: z.object({ user }),
  refusals: ['busy', 'confirm-link-refused', 'password-to-confirm', 'wrong-password', 'account-suspended'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  summary: 'Mails the confirmation link again. The reply is the same for an unknown address.',
  access: 'anyone',
  limit: letterSending,
  body: z.strictObject({ email: email('Valid email is required'), next }),
  reply: z.object({ email: z.string() }),
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  summary: 'Mails a link to choose a new password. The reply is the same for an unknown address.',
  access: 'anyone',
  limit: letterSending,
  body: z.strictObject({ email: email('Valid email is required') }),
  reply: z.object({ email: z.string() }),
});

/** Shown if passkeys would stay valid after a new password. */
export const passkeysQuestion = 'Please choose whether to keep your passkeys';

export const resetPasswordBody = z.strictObject({
  token: linkToken(),
  newPassword: newPassword(),
  /** What to do with passkeys that are known to be the owner's. Required if there are any. */
  passkeys: z.optional(z.enum(['remove', 'leave'], passkeysQuestion)),
});

export const readPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/ways-in',
  summary: 'The ways to sign in that would stay valid after a new password. Changes nothing; the link stays valid.',
  access: 'anyone',
  limit: guessable,
  body: z.strictObject({ token: linkToken() }),
  reply: z.object({ passkeys: z.array(passkeyFacts), hasTwoFactor: z.boolean() }),
  refusals: ['reset-link-refused'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary:
    'Sets a new password by the mailed link, ends every session and removes ways to sign in that may be a stranger’s.',
  access: 'anyone',
  limit: guessable,
  body: resetPasswordBody,
  reply: z.object({ changed: z.literal(true) }),
  refusals: ['busy', 'reset-link-refused'],
});

export const changePasswordBody = z.strictObject({ currentPassword: ownPassword, newPassword: newPassword() });

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Changes the password, ends every other session and sends a letter about it.',
  access: 'owner',
  limit: guessable,
  body: changePasswordBody,
  refusals: ['busy', 'wrong-password'],
});

export const login = endpoint({
  method: 'GET',
  path: '/api/login',
  summary: 'A navigation: redirects to the sign-in page or the OpenID provider, or to `next` when signed in.',
  access: 'anyone',
  // A button named Log In requests the sign-in page, even in a browser without an account.
  query: z.strictObject({ next, start: z.optional(z.literal('sign-in')) }),
  replyKind: 'page',
});

export const logout = endpoint({
  method: 'GET',
  path: '/api/logout',
  summary: 'A navigation: signs out and redirects to the landing page. Asks first when another site linked here.',
  access: 'anyone',
  replyKind: 'page',
  refusals: ['prefetch-refused'],
});
