// Issues a passkey challenge and verifies the browser's response. A challenge works once.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { newId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { type AccountLinkNeeds, consumeAccountLink, insertAccountLink } from '../sessions/account-links.ts';
import { relyingParty } from './add-passkey.ts';
import { type PasskeyRow, usePasskey } from './passkey-store.ts';

export interface VerifyPasskeyNeeds extends AccountLinkNeeds {
  database: Database;
  publicUrl: string;
  ourOrigins: ReadonlySet<string>;
}

export async function askForPasskey(needs: VerifyPasskeyNeeds) {
  const { database, clock } = needs;
  // The user is not known yet, so the challenge belongs to no account and has an id of its own.
  const challenge = await database.transaction((tx) =>
    insertAccountLink(needs, tx, 'passkey-sign-in', newId(clock.now())),
  );
  return generateAuthenticationOptions({
    rpID: relyingParty(needs),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  });
}

/** Verifies the response to a challenge, once. @throws {Refusal} passkey-refused */
export async function verifyPasskey(
  needs: VerifyPasskeyNeeds,
  tx: Transaction,
  passkey: PasskeyRow,
  answer: AuthenticationResponseJSON,
): Promise<void> {
  const read: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: async (challenge) =>
      (await consumeAccountLink(needs, tx, 'passkey-sign-in', challenge)) !== null,
    expectedOrigin: [...needs.ourOrigins],
    expectedRPID: relyingParty(needs),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      // The table checks that the counter has advanced, so of two concurrent responses one is refused.
      counter: 0,
    },
  }).catch(() => null); // an unreadable response is refused like a wrong one
  if (!read?.verified) refuse('passkey-refused');
  const { newCounter } = read.authenticationInfo;
  if (!(await usePasskey(tx, passkey.id, newCounter, needs.clock.now()))) refuse('passkey-refused');
}
