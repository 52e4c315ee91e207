// Shows the owner the vault as its recipient will see it. It makes no recipient link or session, and counts nothing.
import type { Preview } from '@remembrance/contract/previews.ts';
import type { Owner } from '../../http/routes.ts';
import type { VaultKeys } from '../../keys/vault/vault-keys.ts';
import { ownerName } from '../../people/users/owner-name.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { findVaultOf } from '../vault/vault-store.ts';

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
