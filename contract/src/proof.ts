// Proving the owner's identity again, before a change that a stranger at an unattended browser must not make.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { passkeyAnswer } from './passkeys.ts';
import { ownPassword } from './sessions.ts';

/** Why a change needs a proof, for calls that need one only sometimes. */
export const proofReasons = {
  nearDate:
    'A date less than seven days ahead releases the vault soon, and a release cannot be undone once it has been opened.',
  withdrawnDate:
    'Without this date, what you have left may arrive later or never, and nobody else at this browser should be able to withhold it.',
  protection:
    'Without it a release can no longer be stopped as you chose, and nobody else at this browser should be able to decide that.',
  undoneRelease:
    'Without this release what you have left does not arrive now, and nobody else at this browser should be able to withhold it.',
  stoppedCorrection:
    'Without this correction our email may never reach the person it is for, and nobody else at this browser should be able to withhold it.',
  stoppedAgain:
    'A release was stopped here not long ago. If it is stopped again and again, what you have left never arrives, and nobody else at this browser should be able to withhold it.',
  lastEdit:
    'This is the last edit of the plan for this vault, and nobody else at this browser should be able to use it up.',
  newerState: 'Something that was changed later is replaced too.',
  silence:
    'A vault would be released by itself, or sooner, if you do not answer. Nobody else at this browser should be able to choose that.',
  checkIn: 'Somebody may rely on our asking you, and nobody else at this browser should be able to stop that.',
  cancelledPlan:
    'Without a plan you can no longer change your vaults, and nobody else at this browser should be able to decide whether yours goes on.',
  card: 'This card pays for your vaults from now on, and nobody else at this browser should be able to change it.',
  plan: 'Another plan changes what you pay and what your vaults may hold, and nobody else at this browser should be able to change it.',
  charge: 'Your card is charged for it, and nobody else at this browser should be able to do that.',
  content:
    'You signed in more than an hour ago, and nobody else at this browser should be able to replace the content of your vault.',
} as const;

export const proofState = z.object({
  /** How long the last sign-in or proof of this session is still valid. */
  secondsLeft: z.int(),
  /** The ways to prove it. Without either, the owner signs in again. */
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
});
export type ProofState = z.output<typeof proofState>;

export const getProof = endpoint({
  method: 'GET',
  path: '/api/account/proof',
  summary: 'Whether this session has a recent proof, and which ways to prove it the owner has.',
  access: 'owner',
  reply: proofState,
});

export const passwordProofBody = z.strictObject({ password: ownPassword });

export const proveByPassword = endpoint({
  method: 'POST',
  path: '/api/account/proof/password',
  summary: 'Proves this session with the password. Calls that require a proof then work for some minutes.',
  access: 'owner',
  limit: { tries: 20, seconds: 60, durable: true },
  body: passwordProofBody,
  reply: proofState,
  refusals: ['busy', 'wrong-password'],
});

export const proveByPasskey = endpoint({
  method: 'POST',
  path: '/api/account/proof/passkey',
  summary: 'Proves this session with a passkey.',
  access: 'owner',
  limit: { tries: 20, seconds: 60, durable: true },
  body: z.strictObject({ answer: passkeyAnswer }),
  reply: proofState,
  refusals: ['passkey-refused'],
});
