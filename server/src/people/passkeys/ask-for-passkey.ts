// Asks a browser for a passkey. The challenge accepts one answer (verify-passkey.ts).
import { newId } from '../../platform/lib/ids.ts';
import { insertBrowserToken } from '../sessions/account-links.ts';
import { relyingParty } from './add-passkey.ts';
import type { VerifyPasskeyNeeds } from './verify-passkey.ts';
import { webauthn } from './webauthn.ts';

export async function askForPasskey(needs: VerifyPasskeyNeeds) {
  const { database, clock } = needs;
  // The user is not known yet, so the challenge belongs to no account and has its own id.
  const challenge = await database.transaction((tx) =>
    insertBrowserToken(needs, tx, 'passkey-sign-in', newId(clock.now())),
  );
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(needs),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  });
}
