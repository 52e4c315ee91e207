// The HTTP routes for an owner's passkeys, and for the challenge at sign-in.
import * as contract from '@remembrance/contract/passkeys.ts';
import type { Routes } from '../../http/routes.ts';
import { isId, newId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { insertBrowserToken } from '../sessions/account-links.ts';
import type { SessionCookies } from '../sessions/session-cookies.ts';
import { lockSignedIn, reportWayIn } from '../sessions/ways-in-changes.ts';
import { countWithdrawal } from '../users/user-store.ts';
import { addPasskey, beginPasskey, type PasskeyNeeds, relyingParty } from './add-passkey.ts';
import { deletePasskey, listPasskeysOf, type PasskeyRow, renamePasskey } from './passkey-store.ts';
import type { VerifyPasskeyNeeds } from './verify-passkey.ts';
import { webauthn } from './webauthn.ts';

type Needs = PasskeyNeeds & VerifyPasskeyNeeds & { cookies: SessionCookies };

export function passkeyRoutes(routes: Routes, needs: Needs): void {
  routes.owner(contract.listPasskeys, async ({ owner }) => (await listPasskeysOf(needs.database, owner.id)).map(shown));
  routes.owner(contract.beginPasskey, async ({ owner }) => ({ ...(await beginPasskey(needs, owner)) }));
  routes.owner(contract.addPasskey, async ({ owner, body, request }) =>
    shown(await addPasskey(needs, { ...body, owner, device: needs.cookies.readDevice(request) })),
  );
  routes.owner(contract.renamePasskey, async ({ owner, params, body }) => {
    const renamed = isId(params.id) ? await renamePasskey(needs.database, owner.id, params.id, body.name) : null;
    return shown(renamed ?? refuse('passkey-not-found'));
  });
  routes.owner(contract.removePasskey, async ({ owner, params }) => {
    if (!isId(params.id)) refuse('passkey-not-found');
    await needs.database.transaction(async (tx) => {
      await lockSignedIn(tx, owner);
      const before = await deletePasskey(tx, owner.id, params.id);
      if (before === null) refuse('passkey-not-found');
      await countWithdrawal(tx, owner.id);
      await reportWayIn(needs, tx, { userId: owner.id, kind: 'passkey-removed', before });
    });
    return {};
  });
  routes.open(contract.beginPasskeySignIn, async () => ({ ...(await askForPasskey(needs)) }));
}

const shown = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): contract.Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** Asks a browser for a passkey. The challenge accepts one answer. */
async function askForPasskey(needs: VerifyPasskeyNeeds) {
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
