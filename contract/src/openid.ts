// Signing in through an OpenID provider (OpenID Connect), if the installation has one.
import * as z from 'zod/mini';
import { profileBody } from './account.ts';
import { endpoint } from './endpoint.ts';
import { user } from './sessions.ts';
import { signUpBody } from './sign-in.ts';

export const loginCallback = endpoint({
  method: 'GET',
  path: '/api/login/callback',
  summary: 'A navigation: the OpenID provider redirects the browser here after sign-in.',
  access: 'anyone',
  limit: { tries: 60, seconds: 60 },
  // The provider chooses the parameters; the OpenID library checks them.
  query: z.looseObject({}),
  replyKind: 'page',
  refusals: ['not-found'],
});

/** Why a sign-in through the provider failed. The page /sign-in-trouble explains each. */
export const signInTroubles = [
  'provider-unavailable',
  'provider-refused',
  'sign-in-over',
  'email-missing',
  'email-not-confirmed',
  'email-confirmation-unknown',
  'account-suspended',
] as const;
export type SignInTrouble = (typeof signInTroubles)[number];

export const getFirstVisit = endpoint({
  method: 'GET',
  path: '/api/auth/first-visit',
  summary: 'The name and address of a person who signed in through the provider and has no account yet.',
  access: 'anyone',
  reply: z.object({ email: z.string(), firstName: z.string(), lastName: z.string() }),
  refusals: ['first-visit-over'],
});

export const firstVisitBody = z.strictObject({
  ...profileBody.shape,
  termsAccepted: signUpBody.shape.termsAccepted,
  isAdult: signUpBody.shape.isAdult,
  timeZone: signUpBody.shape.timeZone,
});

export const finishFirstVisit = endpoint({
  method: 'POST',
  path: '/api/auth/first-visit',
  summary: 'Creates the account of a person who signed in through the provider for the first time, and signs them in.',
  access: 'anyone',
  limit: { tries: 20, seconds: 60, durable: true },
  body: firstVisitBody,
  /** The page to continue to. */
  reply: z.object({ user, next: z.string() }),
  refusals: ['first-visit-over', 'account-not-linked', 'account-suspended', 'second-step-needed'],
});
