// The data key of each vault, which encrypts what is entrusted to it. Nothing else can read a vault, so a vault whose key is
// destroyed is gone, wherever its files were copied.
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import type { Clock } from '../lib/clock.ts';
import { newKey } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import type { MasterKeys } from './master-keys.ts';
import { findWrappedKey, insertWrappedKey, type WrappedKey } from './vault-key-store.ts';

export interface VaultKeys {
  /** The key of a new vault, to be written with it. */
  makeKey(vaultId: string): Promise<WrappedKey>;
  /** The key of this vault, 32 bytes. A vault from before there were keys gets one. @throws {Refusal} vault-not-found */
  ofVault(database: DatabaseOrTransaction, vaultId: string): Promise<Buffer>;
  /** @throws {KeyUnavailable} */
  unwrap(wrapped: string, vaultId: string): Promise<Buffer>;
}

export function createVaultKeys(masterKeys: MasterKeys, clock: Clock): VaultKeys {
  const makeKey = async (vaultId: string): Promise<WrappedKey> => {
    const wrappedKey = await masterKeys.wrap(newKey(), vaultId);
    return { vaultId, wrappedKey, masterKey: masterKeys.nameOf(wrappedKey), createdAt: clock.now() };
  };
  const makeMissing = async (database: DatabaseOrTransaction, vaultId: string): Promise<string> => {
    await insertWrappedKey(database, await makeKey(vaultId));
    // Of two that make one at once the first one's stands.
    return (await findWrappedKey(database, vaultId)) ?? refuse('vault-not-found');
  };
  return {
    makeKey,
    unwrap: (wrapped, vaultId) => masterKeys.unwrap(wrapped, vaultId),
    async ofVault(database, vaultId) {
      const wrapped = (await findWrappedKey(database, vaultId)) ?? (await makeMissing(database, vaultId));
      return masterKeys.unwrap(wrapped, vaultId);
    },
  };
}
