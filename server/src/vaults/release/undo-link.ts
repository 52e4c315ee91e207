// The link in the owner's email about a release, which undoes it without a sign-in. Like the recipient's link it is the same when a release
// is repeated after a restore.
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import { deriveSecret, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import type { NewOwnerChange } from '../../people/owner-changes/owner-change-store.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { numbered } from '../recipients/new-link.ts';
import type { ReleasedVault } from '../vault/release-store.ts';

/** The change that the link undoes, and the source of its token. */
export function releaseChange(
  { keyring }: { keyring: Keyring },
  { vault, owner }: ReleasedVault,
  number: number,
): { change: NewOwnerChange; secret: SecretSource } {
  const secret: SecretSource = {
    form: 'token',
    of: numbered(`undo-release ${vault.id}`, number),
    salt: keyring.label(),
  };
  const change: NewOwnerChange = {
    id: newId(vault.releasedAt),
    userId: owner.id,
    kind: 'release',
    vaultId: vault.id,
    tokenDigest: keyring.digest('link-token', deriveSecret(keyring, secret)),
    createdAt: vault.releasedAt,
    expiresAt: daysLater(vault.releasedAt, ownerChangeDays),
  };
  return { change, secret };
}
