// Signs in with a passkey. The browser is asked a question that is good once; whose passkey answers it says who it is.
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { Transaction } from '../../database/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { refuse } from '../../lib/refusal.ts';
import { insertAccountLink, spendAccountLink } from '../account-links.ts';
import { type BeginSessionNeeds, beginSession, type Entry } from '../begin-session.ts';
import { isProvedBrowser } from '../known-device.ts';
import type { Visitor } from '../visitor.ts';
import { relyingParty } from './add-passkey.ts';
import { findPasskey, type PasskeyRow, provePasskey, usePasskey } from './passkey-store.ts';

export interface PasskeySignInNeeds extends BeginSessionNeeds {
  publicUrl: string;
  ourOrigins: ReadonlySet<string>;
}

export async function beginPasskeySignIn(needs: PasskeySignInNeeds) {
  // Nobody has said who they are yet, so the question belongs to nobody: each has an id of its own.
  const { database, clock } = needs;
  const challenge = await database.transaction((tx) =>
    insertAccountLink(needs, tx, 'passkey-sign-in', newId(clock.now())),
  );
  return generateAuthenticationOptions({
    rpID: relyingParty(needs),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  });
}

interface Input {
  answer: AuthenticationResponseJSON;
  visitor: Visitor;
}

export async function signInWithPasskey(needs: PasskeySignInNeeds, { answer, visitor }: Input): Promise<Entry> {
  const passkey = await findPasskey(needs.database, answer.id);
  if (!passkey) refuse('passkey-refused');
  return beginSession(needs, {
    userId: passkey.userId,
    visitor,
    skipsSecondStep: true,
    async confirm(tx) {
      await confirmPasskey(needs, tx, passkey, answer);
      const isProved = await isProvedBrowser(needs, tx, { userId: passkey.userId, token: visitor.device });
      if (isProved) await provePasskey(tx, passkey.id, needs.clock.now());
    },
  });
}

/** Takes the answer to our question once. @throws {Refusal} passkey-refused */
export async function confirmPasskey(
  needs: PasskeySignInNeeds,
  tx: Transaction,
  passkey: PasskeyRow,
  answer: AuthenticationResponseJSON,
): Promise<void> {
  const read: VerifiedAuthenticationResponse | null = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: async (challenge) => (await spendAccountLink(needs, tx, 'passkey-sign-in', challenge)) !== null,
    expectedOrigin: [...needs.ourOrigins],
    expectedRPID: relyingParty(needs),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      // The table asks whether the count has moved on, so that two at once are told apart.
      counter: 0,
    },
  }).catch(() => null); // whatever is wrong with what a browser sends, it is not taken
  if (!read?.verified) refuse('passkey-refused');
  const { newCounter } = read.authenticationInfo;
  if (!(await usePasskey(tx, passkey.id, newCounter, needs.clock.now()))) refuse('passkey-refused');
}
