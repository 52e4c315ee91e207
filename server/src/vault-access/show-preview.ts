// The vault as its recipient will see it, for its owner. It makes no link and no session of a recipient, and counts nothing.
import type { Preview } from '@remembrance/contract/previews.ts';
import type { Database } from '../database/open-database.ts';
import type { Owner } from '../http/routes.ts';
import type { VaultKeys } from '../keys/vault-keys.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import { ownerName } from '../users/owner-name.ts';
import { findVaultOf } from '../vaults/vault-store.ts';

/** @throws {Refusal} vault-not-found, vault-unreadable */
export async function showPreview(
  { database, vaultKeys }: { database: Database; vaultKeys: VaultKeys },
  owner: Owner,
  vaultId: string,
): Promise<Preview> {
  const found = isId(vaultId) ? await findVaultOf(database, owner.id, vaultId) : null;
  if (!found) refuse('vault-not-found');
  const { vault, wrappedKey } = found;
  const texts = await vaultKeys.textsOf(vault.id, wrappedKey);
  return {
    vault: {
      id: vault.id,
      title: vault.title,
      message: texts.open('message', vault.message),
      isUnreadable: false,
      ownerName: ownerName(owner),
      recipientName: vault.recipientName,
      writtenAt: vault.messageWrittenAt.toISOString(),
    },
    recipientEmail: vault.recipientEmail,
  };
}
