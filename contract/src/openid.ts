// Signing in through an OpenID provider (OpenID Connect), where the installation has one.
import * as z from 'zod/mini';
import { profileBody } from './account.ts';
import { endpoint } from './endpoint.ts';
import { signUpBody, user } from './sessions.ts';

export const loginCallback = endpoint({
  method: 'GET',
  path: '/api/login/callback',
  summary: 'Where the OpenID provider sends a person back to. A navigation.',
  access: 'anyone',
  limit: { tries: 60, seconds: 60 },
  // What comes back is the provider's to choose; the library reads it against what was sent.
  query: z.looseObject({}),
  replyKind: 'page',
});

/** Why somebody who came back from the provider is not signed in; words for each stand on the page /sign-in-trouble. */
export const signInTroubles = [
  'provider-unavailable',
  'provider-refused',
  'sign-in-over',
  'email-not-confirmed',
  'account-not-linked',
  'account-suspended',
] as const;
export type SignInTrouble = (typeof signInTroubles)[number];

export const getFirstVisit = endpoint({
  method: 'GET',
  path: '/api/auth/first-visit',
  summary: 'Who has come from the provider for the first time and has no account yet.',
  access: 'anyone',
  reply: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }),
  refusals: ['first-visit-over'],
});

export const firstVisitBody = z.strictObject({
  ...profileBody.shape,
  termsAccepted: signUpBody.shape.termsAccepted,
  isAdult: signUpBody.shape.isAdult,
});

export const finishFirstVisit = endpoint({
  method: 'POST',
  path: '/api/auth/first-visit',
  summary: 'Opens the account of anyone who has come from the provider for the first time, and signs in.',
  access: 'anyone',
  limit: { tries: 20, seconds: 60, durable: true },
  body: firstVisitBody,
  /** Where they were going. */
  reply: z.object({ user, next: z.string() }),
  refusals: ['first-visit-over', 'account-not-linked', 'origin-refused'],
});
