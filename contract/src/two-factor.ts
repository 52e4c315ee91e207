// The second step at sign-in: an authenticator app, and recovery codes for the day it is lost.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { letterToken, twoFactorBody } from './sessions.ts';

const guessable = { tries: 20, seconds: 60, durable: true };
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor',
  summary: 'Makes the secret an authenticator app is given. Nothing is asked for at sign-in before it is confirmed.',
  access: 'owner',
  proof: 'always',
  limit: guessable,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['two-factor-on'],
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/confirm',
  summary: 'Turns the second step on by a first code of the app. The recovery codes are shown this once.',
  access: 'owner',
  limit: guessable,
  body: twoFactorBody,
  reply: recoveryCodes,
  refusals: ['second-step-refused', 'two-factor-off', 'two-factor-on'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  summary: 'Makes new recovery codes; the earlier ones stop working.',
  access: 'owner',
  proof: 'always',
  limit: guessable,
  reply: recoveryCodes,
  refusals: ['two-factor-off'],
});

export const distrustBrowsers = endpoint({
  method: 'DELETE',
  path: '/api/account/two-factor/trusted-browsers',
  summary: 'Asks for the code again in every browser that was trusted.',
  access: 'owner',
});

export const keepTwoFactorBody = z.strictObject({ token: letterToken });

export const keepTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/keep-second-step',
  summary: "Stops an operator's order to turn the second step off, by the token of its letter.",
  access: 'anyone',
  limit: guessable,
  body: keepTwoFactorBody,
  refusals: ['two-factor-reset-over', 'origin-refused'],
});

export const endTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/end',
  summary: 'Turns the second step off.',
  access: 'owner',
  proof: 'always',
  limit: guessable,
  refusals: ['two-factor-off'],
});
