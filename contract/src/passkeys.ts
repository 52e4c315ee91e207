// Passkeys: signing in with a device's own lock instead of a password (WebAuthn).
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { lengths } from './limits.ts';
import { passkeyFacts, user } from './sessions.ts';
import { line } from './text.ts';

const guessable = { tries: 20, seconds: 60, durable: true };
const text = (max: number) => z.string().check(z.maxLength(max));
const name = line(lengths.name, 'Please give it a name');

/** WebAuthn's own request and response formats. The WebAuthn library validates them further. */
const options = z.looseObject({ challenge: z.string() });
const answer = <Response extends z.ZodMiniType>(response: Response) =>
  z.strictObject({
    id: text(2000),
    rawId: text(2000),
    type: z.literal('public-key'),
    authenticatorAttachment: z.optional(z.nullable(text(100))),
    clientExtensionResults: z.looseObject({}),
    response,
  });

export const passkey = z.object({ id: z.string(), ...passkeyFacts.shape });
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/account/passkeys',
  summary: "The owner's passkeys, oldest first.",
  access: 'owner',
  reply: z.array(passkey),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys/begin',
  summary: 'The options the browser needs to create a passkey.',
  access: 'owner',
  proof: 'always',
  limit: guessable,
  reply: options,
  refusals: ['too-many-passkeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/account/passkeys',
  summary: 'Stores a passkey the browser has created.',
  access: 'owner',
  limit: guessable,
  body: z.strictObject({
    name,
    answer: answer(
      z.strictObject({
        clientDataJSON: text(10_000),
        attestationObject: text(20_000),
        authenticatorData: z.optional(text(20_000)),
        publicKey: z.optional(text(10_000)),
        publicKeyAlgorithm: z.optional(z.int()),
        transports: z.optional(z.array(text(50)).check(z.maxLength(20))),
      }),
    ),
  }),
  reply: passkey,
  refusals: ['passkey-refused', 'too-many-passkeys'],
});

export const renamePasskeyBody = z.strictObject({ name });

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  summary: 'Renames a passkey.',
  access: 'owner',
  params: z.object({ id: z.string() }),
  body: renamePasskeyBody,
  reply: passkey,
  refusals: ['passkey-not-found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  summary: 'Removes a passkey. It can no longer be used to sign in.',
  access: 'owner',
  proof: 'always',
  params: z.object({ id: z.string() }),
  refusals: ['passkey-not-found'],
});

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/begin',
  summary: 'The options the browser needs to sign in with a passkey.',
  access: 'anyone',
  worksOnHold: true,
  limit: { tries: 60, seconds: 60 },
  reply: options,
});

/** The browser's response to a passkey sign-in. */
export const passkeyAnswer = answer(
  z.strictObject({
    clientDataJSON: text(10_000),
    authenticatorData: text(10_000),
    signature: text(10_000),
    userHandle: z.optional(z.nullable(text(1000))),
  }),
);

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Signs in with a passkey and sets the session cookie.',
  access: 'anyone',
  worksOnHold: true,
  limit: guessable,
  body: z.strictObject({ answer: passkeyAnswer }),
  reply: z.object({ user }),
  /** The code only after a restore, until its hold is lifted. */
  refusals: ['passkey-refused', 'account-suspended', 'sign-in-code-needed'],
});
