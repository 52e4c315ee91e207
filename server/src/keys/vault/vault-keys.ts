// The data key of each vault, which encrypts its content. Nothing else can read a vault, so a vault whose key is
// destroyed is gone, wherever its files were copied.
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { newKey } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { KeyServiceUnavailable, type MasterKeys } from '../master/master-keys.ts';
import { findKey, type WrappedKey } from './vault-key-store.ts';
import {
  type CodeSource,
  createVaultTexts,
  deriveExecutorCode,
  type TextNeeds,
  type VaultTexts,
} from './vault-texts.ts';

/** Each call asks the master keys once and may throw {KeyServiceUnavailable}, which does not mean a lost vault. */
export interface VaultKeys {
  /** The key of a new vault, to be stored with it, and the object that seals its texts. */
  makeKey(vaultId: string): Promise<{ key: WrappedKey; texts: VaultTexts }>;
  /** The key of this vault, 32 bytes. @throws {Refusal} vault-not-found, vault-unreadable */
  ofVault(database: DatabaseOrTransaction, vaultId: string): Promise<Buffer>;
  /** @throws {KeyUnavailable} */
  unwrap(wrapped: string, vaultId: string): Promise<Buffer>;
  /** An executor's code. @throws {KeyUnavailable} */
  deriveCode(wrapped: string, vaultId: string, source: CodeSource): Promise<string>;
  /** Opens texts of the vault. If its key cannot be unwrapped now, opening a text throws. */
  textsOf(vaultId: string, wrappedKey: string | null): Promise<VaultTexts>;
  /** Opens and seals texts of the vault. @throws {Refusal} vault-not-found */
  ownTexts(database: DatabaseOrTransaction, vault: { vaultId: string; ownerId: string }): Promise<VaultTexts>;
}

interface Needs extends TextNeeds {
  masterKeys: MasterKeys;
  clock: Clock;
}

export function createVaultKeys({ masterKeys, clock, ...texts }: Needs): VaultKeys {
  const find = async (database: DatabaseOrTransaction, vaultId: string, ownerId?: string) =>
    (await findKey(database, { vaultId, ownerId })) ?? refuse('vault-not-found');
  const unwrapOr = async (vaultId: string, wrappedKey: string | null): Promise<Buffer | Error> =>
    wrappedKey === null
      ? new Error('the data key of the vault is missing')
      : masterKeys.unwrap(wrappedKey, vaultId).catch(unlessAway);
  const textsOf = async (vaultId: string, wrappedKey: string | null) =>
    createVaultTexts(texts, vaultId, await unwrapOr(vaultId, wrappedKey));
  return {
    async makeKey(vaultId) {
      const dataKey = newKey();
      const wrappedKey = await masterKeys.wrap(dataKey, vaultId);
      const key = { vaultId, wrappedKey, masterKey: masterKeys.nameOf(wrappedKey), createdAt: clock.now() };
      return { key, texts: createVaultTexts(texts, vaultId, dataKey) };
    },
    unwrap(wrapped, vaultId) {
      return masterKeys.unwrap(wrapped, vaultId);
    },
    async deriveCode(wrapped, vaultId, source) {
      const dataKey = await masterKeys.unwrap(wrapped, vaultId);
      return deriveExecutorCode({ dataKey, codeKey: texts.codeKey }, vaultId, source);
    },
    async ofVault(database, vaultId) {
      const dataKey = await unwrapOr(vaultId, (await find(database, vaultId)).wrappedKey);
      if (!(dataKey instanceof Error)) return dataKey;
      texts.onUnreadable(vaultId, dataKey);
      return refuse('vault-unreadable');
    },
    textsOf,
    async ownTexts(database, { vaultId, ownerId }) {
      return textsOf(vaultId, (await find(database, vaultId, ownerId)).wrappedKey);
    },
  };
}

function unlessAway(cause: Error): Error {
  if (cause instanceof KeyServiceUnavailable) throw cause;
  return cause;
}
