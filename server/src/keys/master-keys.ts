// The ring of master keys that wrap the data key of each vault. It lies outside the database, so that a stolen database opens
// nothing, and a vault is gone from every backup once the key that wrapped its own is destroyed.
import { decodeProtectedHeader } from 'jose';
import { newKey } from '../lib/ids.ts';
import { openBytes, sealBytes } from './compact-jwe.ts';

/** The port. An adapter may ask a key service instead of holding keys. */
export interface MasterKeys {
  /** Wraps the data key of a vault under the current master key. At most 300 characters. */
  wrap(dataKey: Buffer, vaultId: string): Promise<string>;
  /** @throws {KeyUnavailable} when the master key is gone. @throws when the text was altered or made for another vault. */
  unwrap(wrapped: string, vaultId: string): Promise<Buffer>;
  /** Names the master key that wrapped it. */
  nameOf(wrapped: string): string;
  /** Names the master key that wraps from now on. */
  currentName(): string;
}

/** The master key was destroyed or was never in this ring, or the wrapped key was altered. What it encrypted cannot be read. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable';
}

/** As the key file holds it. */
export interface Ring {
  current: string;
  /** 32 bytes each, base64url, by name. */
  keys: Record<string, string>;
}

/** @param name of the new key, which becomes the current one. A key of this name stays as it is. */
export const addKey = (ring: Ring | null, name: string): Ring => ({
  current: name,
  keys: { [name]: newKey().toString('base64url'), ...ring?.keys },
});

/** Wraps as a compact JWE (RFC 7516, dir with A256GCM) that names the master key and is bound to the vault. */
export function createMasterKeys(readRing: () => Ring): MasterKeys {
  const keyOf = (name: unknown): Buffer => {
    const key = readRing().keys[String(name)];
    if (!key) throw new KeyUnavailable(`the master key ${name} is not in the ring`);
    return Buffer.from(key, 'base64url');
  };
  return {
    currentName: () => readRing().current,
    nameOf: (wrapped) => String(decodeProtectedHeader(wrapped).kid),
    async wrap(dataKey, vaultId) {
      const { current } = readRing();
      return sealBytes(keyOf(current), { kid: current, vault: vaultId }, dataKey);
    },
    async unwrap(wrapped, vaultId) {
      try {
        const { kid, vault } = decodeProtectedHeader(wrapped);
        if (vault !== vaultId) throw new KeyUnavailable('a data key of another vault');
        return openBytes(keyOf(kid), { kid: String(kid), vault: vaultId }, wrapped);
      } catch (cause) {
        throw cause instanceof KeyUnavailable ? cause : new KeyUnavailable('it is not what was wrapped', { cause });
      }
    },
  };
}
