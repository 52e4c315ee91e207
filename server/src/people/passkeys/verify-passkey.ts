// Verifies a browser's response to a passkey challenge (passkey-routes.ts). A challenge works once.
import type { AuthenticationResponseJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { type AccountLinkNeeds, consumeAccountLink } from '../sessions/account-links.ts';
import { relyingParty } from './add-passkey.ts';
import { type PasskeyRow, usePasskey } from './passkey-store.ts';
import { webauthn } from './webauthn.ts';

export interface VerifyPasskeyNeeds extends AccountLinkNeeds {
  database: Database;
  publicUrl: string;
  ourOrigins: ReadonlySet<string>;
}

/** Verifies the response to a challenge, once. @throws {Refusal} passkey-refused */
export async function verifyPasskey(
  needs: VerifyPasskeyNeeds,
  tx: Transaction,
  passkey: PasskeyRow,
  answer: AuthenticationResponseJSON,
): Promise<void> {
  const { verifyAuthenticationResponse } = await webauthn();
  const read: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: async (challenge) =>
      (await consumeAccountLink(needs, tx, 'passkey-sign-in', challenge)) !== null,
    expectedOrigin: [...needs.ourOrigins],
    expectedRPID: relyingParty(needs),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      // The table checks that the counter has advanced, so one of two concurrent responses is refused.
      counter: 0,
    },
  }).catch(() => null); // an unreadable response is refused like a wrong one
  if (!read?.verified) refuse('passkey-refused');
  const { newCounter } = read.authenticationInfo;
  if (!(await usePasskey(tx, passkey.id, newCounter, needs.clock.now()))) refuse('passkey-refused');
}
