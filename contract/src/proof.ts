// Proving that it is still the owner who sits there, before a change that a session left open must not make.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { passkeyAnswer } from './passkeys.ts';
import { ownPassword } from './sessions.ts';

export const proofState = z.object({
  /** For how long the last sign-in or proof of this session still counts. */
  secondsLeft: z.int(),
  /** What the owner could prove it with. An account with neither signs in again. */
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
});
export type ProofState = z.output<typeof proofState>;

export const getProof = endpoint({
  method: 'GET',
  path: '/api/account/proof',
  summary: 'Whether this session is proven, and what it could be proven with.',
  access: 'owner',
  reply: proofState,
});

export const passwordProofBody = z.strictObject({ password: ownPassword });

export const proveByPassword = endpoint({
  method: 'POST',
  path: '/api/account/proof/password',
  summary: 'Proves this session by the password. The calls that ask for a proof are answered for some minutes then.',
  access: 'owner',
  limit: { tries: 20, seconds: 60, durable: true },
  body: passwordProofBody,
  reply: proofState,
  refusals: ['busy', 'wrong-password'],
});

export const proveByPasskey = endpoint({
  method: 'POST',
  path: '/api/account/proof/passkey',
  summary: 'Proves this session by a passkey, answering the question of a passkey sign-in.',
  access: 'owner',
  limit: { tries: 20, seconds: 60, durable: true },
  body: z.strictObject({ answer: passkeyAnswer }),
  reply: proofState,
  refusals: ['passkey-refused'],
});
