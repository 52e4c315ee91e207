// Adds a passkey: creates the challenge and verifies the browser's response. A challenge works once, for its own owner.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { passkeysPerOwner } from '@remembrance/contract/limits.ts';
import type * as contract from '@remembrance/contract/passkeys.ts';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Owner } from '../../http/routes.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { ReportChangeNeeds } from '../owner-changes/report-change.ts';
import { consumeAccountLink, insertBrowserToken } from '../sessions/account-links.ts';
import { isProvedBrowser } from '../sessions/known-device.ts';
import { lockSignedIn, reportWayIn } from '../sessions/ways-in-changes.ts';
import { lockUser } from '../users/user-store.ts';
import { countPasskeys, insertPasskey, listPasskeysOf, type PasskeyRow } from './passkey-store.ts';
import { webauthn } from './webauthn.ts';

export interface PasskeyNeeds extends ReportChangeNeeds {
  database: Database;
  productName: string;
  ourOrigins: ReadonlySet<string>;
}

/** EdDSA, ES256 and RS256: every device supports at least one. */
const algorithms = [-8, -7, -257];

/** The host that a passkey is bound to. No other site can use the passkey. */
export const relyingParty = ({ publicUrl }: { publicUrl: string }): string => new URL(publicUrl).hostname;

export async function beginPasskey(needs: PasskeyNeeds, owner: Owner) {
  const known = await listPasskeysOf(needs.database, owner.id);
  if (known.length >= passkeysPerOwner) refuse('too-many-passkeys');
  const challenge = await needs.database.transaction((tx) => insertBrowserToken(needs, tx, 'new-passkey', owner.id));
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: needs.productName,
    rpID: relyingParty(needs),
    userName: owner.email,
    userID: new Uint8Array(Buffer.from(owner.id)),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    // A passkey replaces both password and second step, so the device must verify its user.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

type Answer = BodyOf<typeof contract.addPasskey> & { owner: Owner; device: string | null };

export async function addPasskey(needs: PasskeyNeeds, { owner, name, answer, device }: Answer): Promise<PasskeyRow> {
  const credential = await readAnswer(needs, owner, answer as RegistrationResponseJSON);
  return needs.database.transaction(async (tx) => {
    await lockSignedIn(tx, owner);
    if ((await countPasskeys(tx, owner.id)) >= passkeysPerOwner) refuse('too-many-passkeys');
    const now = needs.clock.now();
    const isProved = await isProvedBrowser(needs, tx, { userId: owner.id, token: device });
    const passkey = await insertPasskey(tx, {
      id: newId(now),
      userId: owner.id,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      provedAt: isProved ? now : null,
      createdAt: now,
    });
    if (!passkey) refuse('passkey-refused');
    await reportWayIn(needs, tx, { userId: owner.id, kind: 'passkey-added', itemId: passkey.id });
    return passkey;
  });
}

async function readAnswer(needs: PasskeyNeeds, owner: Owner, response: RegistrationResponseJSON) {
  const isOurs = (challenge: string) =>
    needs.database.transaction(async (tx) => {
      // As everywhere, the owner is locked first: an undo holds this lock while it ends the challenges.
      await lockUser(tx, owner.id);
      return (await consumeAccountLink(needs, tx, 'new-passkey', challenge)) === owner.id;
    });
  const { verifyRegistrationResponse } = await webauthn();
  const read = await verifyRegistrationResponse({
    response,
    expectedChallenge: isOurs,
    expectedOrigin: [...needs.ourOrigins],
    expectedRPID: relyingParty(needs),
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null); // any invalid response is refused
  if (!read?.verified) refuse('passkey-refused');
  return read.registrationInfo.credential;
}
