// Proves a session again, by the owner's password or one of their passkeys. The contract defines which calls require a proof,
// and http/require-proof.ts checks it.
import { passwordProofsPerDay } from '@remembrance/contract/limits.ts';
import type { ProofState } from '@remembrance/contract/proof.ts';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { RateLimiter } from '../../http/rate-limiter.ts';
import { provenSeconds } from '../../http/require-proof.ts';
import type { Owner } from '../../http/routes.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { SlowHash } from '../../platform/lib/slow-hash.ts';
import { countPasskeys, findPasskey } from '../passkeys/passkey-store.ts';
import { type VerifyPasskeyNeeds, verifyPasskey } from '../passkeys/verify-passkey.ts';
import { checkPassword } from '../passwords/password-hash.ts';
import { findPasswordHash } from '../passwords/password-store.ts';
import { markProven } from '../sessions/session-store.ts';

export interface PasswordProofNeeds {
  database: Database;
  keyring: Keyring;
  slowHash: SlowHash;
  rateLimiter: RateLimiter;
}
export interface ProveOwnerNeeds extends PasswordProofNeeds, VerifyPasskeyNeeds {}

const inAShortTime = { tries: 10, seconds: 900, durable: true };
const inADay = { tries: passwordProofsPerDay, seconds: 86_400, durable: true };

/** Counts a try of the owner's password before it is compared. @throws {Refusal} too-many-requests */
export async function guardPassword({ rateLimiter }: Pick<PasswordProofNeeds, 'rateLimiter'>, ownerId: string) {
  await rateLimiter.take('prove-owner', ownerId, inAShortTime);
  await rateLimiter.take('prove-owner in a day', ownerId, inADay);
}

/** @throws {Refusal} wrong-password, too-many-requests */
export async function proveByPassword(needs: ProveOwnerNeeds, owner: Owner, password: string): Promise<ProofState> {
  await guardPassword(needs, owner.id);
  if (!(await checkPassword(needs, owner.id, password))) {
    refuse('wrong-password', { fields: { password: 'This password is wrong. Please try again.' } });
  }
  const now = needs.clock.now();
  if (!(await markProven(needs.database, owner.sessionId, now))) refuse('unauthorized');
  return readProof(needs, { ...owner, provenAt: now });
}

/** @throws {Refusal} passkey-refused */
export async function proveByPasskey(
  needs: ProveOwnerNeeds,
  owner: Owner,
  answer: AuthenticationResponseJSON,
): Promise<ProofState> {
  const now = needs.clock.now();
  const passkey = await findPasskey(needs.database, answer.id);
  if (passkey?.userId !== owner.id) refuse('passkey-refused');
  await needs.database.transaction(async (tx) => {
    await verifyPasskey(needs, tx, passkey, answer);
    if (!(await markProven(tx, owner.sessionId, now))) refuse('unauthorized');
  });
  return readProof(needs, { ...owner, provenAt: now });
}

export async function readProof({ database, clock }: ProveOwnerNeeds, owner: Owner): Promise<ProofState> {
  return {
    secondsLeft: provenSeconds(owner, clock.now()),
    hasPassword: (await findPasswordHash(database, owner.id)) !== null,
    hasPasskey: (await countPasskeys(database, owner.id)) > 0,
  };
}
