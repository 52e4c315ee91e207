// The port to the master keys that wrap the data key of each vault, and the ring of our own. They lie outside the database, so that a
// stolen database opens nothing, and a vault is gone from every backup once the key that wrapped its own is destroyed.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { newKey } from '../lib/ids.ts';
import { headerIn, openBytes, sealBytes } from './compact-jwe.ts';

/** The port. An adapter may ask a key service instead of holding keys; each call that does may throw {KeyServiceUnavailable}. */
export interface MasterKeys {
  /** Wraps the data key of a vault under the current master key. At most 400 characters. */
  wrap(dataKey: Buffer, vaultId: string): Promise<string>;
  /** @throws {KeyUnavailable} when the master key is gone, or the text was altered or made for another vault. */
  unwrap(wrapped: string, vaultId: string): Promise<Buffer>;
  /** Whether it looks like a text of this adapter. */
  isOurs(wrapped: string): boolean;
  /** Names the master key that wrapped it. */
  nameOf(wrapped: string): string;
  /** Whether a master key of this name is among those set here. */
  holds(name: string): boolean;
  /** Names the master key that wraps from now on. */
  currentName(): Promise<string>;
  /** @throws when nothing can be wrapped or unwrapped now. */
  probe(): Promise<void>;
}

/** The master key was destroyed or was never in this ring, or the wrapped key was altered. What it encrypted cannot be read. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable';
}

/** A key service cannot be reached, or refuses us. That says nothing of any key, and passes without a change here. */
export class KeyServiceUnavailable extends Error {
  override name = 'KeyServiceUnavailable';
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
  /** Made once for each ring that was read. */
  const madeFrom = new WeakMap<Ring, Map<string, KeyObject>>();
  const keyOf = (name: string): KeyObject => {
    const ring = readRing();
    const made = madeFrom.get(ring) ?? new Map<string, KeyObject>();
    madeFrom.set(ring, made);
    const text = ring.keys[name];
    if (!text) throw new KeyUnavailable(`the master key ${name} is not in the ring`);
    const key = made.get(name) ?? createSecretKey(text, 'base64url');
    made.set(name, key);
    return key;
  };
  return {
    isOurs: (wrapped) => wrapped.startsWith('eyJ'),
    holds: (name) => name in readRing().keys,
    currentName: async () => readRing().current,
    async probe() {
      readRing();
    },
    nameOf: (wrapped) => String(headerIn(wrapped).kid),
    async wrap(dataKey, vaultId) {
      const { current } = readRing();
      return sealBytes(keyOf(current), { kid: current, vault: vaultId }, dataKey);
    },
    async unwrap(wrapped, vaultId) {
      try {
        const { kid, vault } = headerIn(wrapped);
        if (vault !== vaultId) throw new KeyUnavailable('a data key of another vault');
        return openBytes(keyOf(String(kid)), { kid: String(kid), vault: vaultId }, wrapped);
      } catch (cause) {
        throw cause instanceof KeyUnavailable ? cause : new KeyUnavailable('it is not what was wrapped', { cause });
      }
    },
  };
}
