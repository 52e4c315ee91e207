// The port to the master keys that wrap each vault's data key, and our own ring. They are outside the database, so that a
// stolen database opens nothing, and a vault is gone from every backup once the key that wrapped its own is destroyed.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { newKey } from '../../platform/lib/ids.ts';
import { headerIn, openBytes, sealBytes } from '../formats/compact-jwe.ts';

/** The port. An adapter may call a key service instead of holding keys; each such call may throw {KeyServiceUnavailable}. */
export interface MasterKeys {
  /** Wraps a vault's data key with the current master key. Returns at most 400 characters. */
  wrap(dataKey: Buffer, vaultId: string): Promise<string>;
  /** @throws {KeyUnavailable} if the master key is gone, or the text was altered or made for another vault. */
  unwrap(wrapped: string, vaultId: string): Promise<Buffer>;
  /** Whether the text has this adapter's format. */
  isOurs(wrapped: string): boolean;
  /** The name of the master key that wrapped it. */
  nameOf(wrapped: string): string;
  /** Whether a master key of this name is configured here. */
  holds(name: string): boolean;
  /** The name of the master key that wraps from now on. */
  currentName(): Promise<string>;
  /** The same without asking a key service, so without the version that a service chooses. */
  nameWithoutVersion(): string;
  /** @throws if nothing can be wrapped or unwrapped now. */
  probe(): Promise<void>;
}

/** The master key was destroyed or was never in this ring, or the wrapped key was altered. Its data cannot be read. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable';
}

/** The prefixes of a key service's key names. A name in our own key file starts with a time. */
export const kmsPrefix = 'arn:';
export const transitPrefix = 'transit:';

/** A key service is unreachable or refuses us, or the key file is the wrong one. This is temporary, and no key is lost. */
export class KeyServiceUnavailable extends Error {
  override name = 'KeyServiceUnavailable';
}

/** The content of the key file. */
export interface Ring {
  current: string;
  /** The keys by name, 32 bytes each in base64url. */
  keys: Record<string, string>;
}

/** Adds a key, which becomes the current one. */
export function addKey(ring: Ring | null, madeAt: string): Ring {
  const key = newKey().toString('base64url');
  const name = nameKey(key, madeAt);
  return { current: name, keys: { ...ring?.keys, [name]: key } };
}

/**
 * A key's name contains its creation time and a check value, so that the database can identify the key of each vault. The key cannot be
 * computed from it.
 */
export function nameKey(key: string, madeAt: string): string {
  const mac = createHmac('sha256', Buffer.from(key, 'base64url')).update('remembrance master key');
  return `${madeAt}#${mac.digest('hex').slice(0, 16)}`;
}

export const madeAtOf = (name: string): string => name.split('#')[0] ?? '';

/** The master keys of both rings. The newest of them wraps. */
export function mergeRings(one: Ring, other: Ring): Ring {
  const keys = { ...other.keys, ...one.keys };
  return { current: Object.keys(keys).toSorted().at(-1) ?? one.current, keys };
}

/**
 * Wraps as a compact JWE (RFC 7516, dir with A256GCM) that names the master key and is bound to the vault.
 * @param check is called before anything is wrapped with a ring, and throws if that ring is incomplete
 */
export function createMasterKeys(
  readRing: () => Ring,
  check: (ring: Ring) => Promise<void> = async () => {},
): MasterKeys {
  const keyOf = (name: string): KeyObject => {
    const text = readRing().keys[name];
    if (!text) throw new KeyUnavailable(`the master key ${name} is not in the ring`);
    return createSecretKey(text, 'base64url');
  };
  return {
    isOurs: (wrapped) => wrapped.startsWith('eyJ'),
    holds: (name) => name in readRing().keys,
    currentName: async () => readRing().current,
    nameWithoutVersion: () => readRing().current,
    probe: async () => check(readRing()),
    nameOf: (wrapped) => String(headerIn(wrapped).kid),
    async wrap(dataKey, vaultId) {
      const ring = readRing();
      await check(ring);
      const { current } = ring;
      return sealBytes(keyOf(current), { kid: current, vault: vaultId }, dataKey);
    },
    async unwrap(wrapped, vaultId) {
      try {
        const { kid, vault } = headerIn(wrapped);
        if (vault !== vaultId) throw new KeyUnavailable('a data key of another vault');
        return openBytes(keyOf(String(kid)), { kid: String(kid), vault: vaultId }, wrapped);
      } catch (cause) {
        const isKnown = cause instanceof KeyUnavailable || cause instanceof KeyServiceUnavailable;
        throw isKnown ? cause : new KeyUnavailable('it was altered', { cause });
      }
    },
  };
}

const placesByBeginning = { eyJ: 'the key file', [kmsPrefix]: 'AWS KMS', [transitPrefix]: 'the transit engine' };

/** The first ring wraps, and each opens its own wrapped keys. This moves an installation from one to another. */
export function joinMasterKeys(current: MasterKeys, others: readonly MasterKeys[]): MasterKeys {
  const rings = [current, ...others];
  const ringOf = (wrapped: string): MasterKeys => {
    const ring = rings.find((one) => one.isOurs(wrapped));
    if (ring) return ring;
    // No key is lost: it opens again once the settings name the place that wrapped it.
    const place = Object.entries(placesByBeginning).find(([beginning]) => wrapped.startsWith(beginning))?.[1];
    if (place) throw new KeyServiceUnavailable(`it was wrapped by ${place}, which this process does not have`);
    throw new KeyUnavailable('it was altered');
  };
  return {
    wrap: current.wrap,
    unwrap: async (wrapped, vaultId) => ringOf(wrapped).unwrap(wrapped, vaultId),
    isOurs: (wrapped) => rings.some((ring) => ring.isOurs(wrapped)),
    nameOf: (wrapped) => ringOf(wrapped).nameOf(wrapped),
    holds: (name) => rings.some((ring) => ring.holds(name)),
    currentName: current.currentName,
    nameWithoutVersion: current.nameWithoutVersion,
    async probe() {
      await Promise.all(rings.map((ring) => ring.probe()));
    },
  };
}
