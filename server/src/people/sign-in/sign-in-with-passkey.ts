// Signs in with a passkey. The passkey that signs the challenge identifies the account.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { refuse } from '../../platform/lib/refusal.ts';
import { findPasskey, provePasskey } from '../passkeys/passkey-store.ts';
import { type VerifyPasskeyNeeds, verifyPasskey } from '../passkeys/verify-passkey.ts';
import { isProvedBrowser } from '../sessions/known-device.ts';
import type { Visitor } from '../sessions/visitor.ts';
import { type BeginSessionNeeds, beginSession, type SignInResult } from './begin-session.ts';

export interface SignInWithPasskeyNeeds extends BeginSessionNeeds, VerifyPasskeyNeeds {}

interface Input {
  answer: AuthenticationResponseJSON;
  visitor: Visitor;
}

/** @throws {Refusal} passkey-refused, account-suspended */
export async function signInWithPasskey(
  needs: SignInWithPasskeyNeeds,
  { answer, visitor }: Input,
): Promise<SignInResult> {
  const passkey = await findPasskey(needs.database, answer.id);
  if (!passkey) refuse('passkey-refused');
  return beginSession(needs, {
    userId: passkey.userId,
    visitor,
    skipsTwoFactor: true,
    whenGone: 'passkey-refused',
    async confirm(tx) {
      await verifyPasskey(needs, tx, passkey, answer);
      const isProved = await isProvedBrowser(needs, tx, { userId: passkey.userId, token: visitor.device });
      if (isProved) await provePasskey(tx, passkey.id, needs.clock.now());
    },
  });
}
