// Two-factor sign-in: an authenticator app, and recovery codes in case it is lost.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { twoFactorBody } from './sign-in.ts';
import { linkToken } from './text.ts';

const guessable = { tries: 20, seconds: 60, durable: true };
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor',
  summary: 'Creates the secret for an authenticator app. Sign-in requires a code only once it is confirmed.',
  access: 'owner',
  proof: 'always',
  limit: guessable,
  reply: z.object({ secret: z.string(), uri: z.string() }),
  refusals: ['two-factor-on'],
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/confirm',
  summary: 'Turns two-factor on with a first code of the app. The recovery codes are shown only once.',
  access: 'owner',
  limit: guessable,
  body: twoFactorBody,
  reply: recoveryCodes,
  refusals: ['second-step-refused', 'two-factor-off', 'two-factor-on'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  summary: 'Creates new recovery codes. The earlier ones stop working.',
  access: 'owner',
  proof: 'always',
  limit: guessable,
  reply: recoveryCodes,
  refusals: ['two-factor-off'],
});

export const distrustBrowsers = endpoint({
  method: 'DELETE',
  path: '/api/account/two-factor/trusted-browsers',
  summary: 'Requires the code again in every trusted browser.',
  access: 'owner',
});

export const keepTwoFactorBody = z.strictObject({ token: linkToken() });

export const keepTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/keep-second-step',
  summary: "Stops an operator's order to turn two-factor off, by the token in its letter.",
  access: 'anyone',
  limit: guessable,
  body: keepTwoFactorBody,
  refusals: ['two-factor-reset-over'],
});

export const endTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/end',
  summary: 'Turns two-factor off.',
  access: 'owner',
  proof: 'always',
  limit: guessable,
  refusals: ['two-factor-off'],
});
