// Reseals the secrets of authenticator apps with the current secret of the service, without waiting for their owners.

import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { listSealed, replaceSealed } from './two-factor-store.ts';
import { sealContext } from './verify-two-factor-code.ts';

/** @returns how many were resealed. A secret that cannot be opened does not change. */
export async function resealSecrets({ database, keyring }: { database: Database; keyring: Keyring }): Promise<number> {
  let resealed = 0;
  for (const { userId, sealedSecret } of await listSealed(database)) {
    if (keyring.isCurrent(sealedSecret)) continue;
    const secret = await keyring.open(sealContext(userId), sealedSecret).catch(() => null);
    if (secret === null) continue;
    await replaceSealed(database, { userId, from: sealedSecret, to: await keyring.seal(sealContext(userId), secret) });
    resealed += 1;
  }
  return resealed;
}
