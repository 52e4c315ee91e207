// Master keys that a key service holds and never reveals: it is called each time, and no answer is cached. A wrapped key is the name
// of the service's key, a space, and the service's own text.
import { newKey } from '../../platform/lib/ids.ts';
import { KeyServiceUnavailable, KeyUnavailable, type MasterKeys } from './master-keys.ts';

/** The adapter to one kind of service. Each call may throw {KeyServiceUnavailable}. */
export interface KeyService {
  /** The prefix of its key names, which no other adapter uses. */
  prefix: string;
  /** The names of the configured keys. The first one wraps, the others only open. */
  keys: readonly string[];
  encrypt(key: string, bytes: Buffer, vaultId: string): Promise<string>;
  /** @throws {KeyUnavailable} if the service reports that the key is gone, or that this is not its text for this vault. */
  decrypt(key: string, text: string, vaultId: string): Promise<Buffer>;
  /** The key version that a text names, if the service has versions. */
  versionOf?(text: string): string;
}

/** Anyone may request the health, and each call to a service costs, so a probe's result is reused for this time. */
const probedForMilliseconds = 20_000;
const probedVault = '00000000-0000-0000-0000-000000000000';

export function createServiceKeys({ prefix, keys, encrypt, decrypt, versionOf }: KeyService): MasterKeys {
  const [current = ''] = keys;
  const parse = (wrapped: string): { key: string; text: string } => {
    const [key = '', text = '', ...more] = wrapped.split(' ');
    if (!text || more.length > 0) throw new KeyUnavailable('it was altered');
    if (!keys.includes(key)) throw new KeyUnavailable(`the master key ${key} is not among those that are set`);
    return { key, text };
  };
  const wrap = async (dataKey: Buffer, vaultId: string) => `${current} ${await encrypt(current, dataKey, vaultId)}`;
  const unwrap = async (wrapped: string, vaultId: string) => {
    const { key, text } = parse(wrapped);
    return decrypt(key, text, vaultId);
  };
  const nameOf = (wrapped: string) => {
    const { key, text } = parse(wrapped);
    return versionOf ? `${key}:${versionOf(text)}` : key;
  };
  const probe = async () => {
    const sent = newKey();
    const answered = await unwrap(await wrap(sent, probedVault), probedVault).catch(asUnavailable);
    if (!answered.equals(sent)) throw new KeyServiceUnavailable('the key service does not return what it was given');
  };
  let probed: { at: number; result: Promise<void> } | undefined;
  return {
    wrap,
    unwrap,
    isOurs: (wrapped) => wrapped.startsWith(prefix),
    nameOf,
    holds: (name) => keys.some((key) => name === key || (versionOf && name.startsWith(`${key}:`))),
    currentName: async () => nameOf(await wrap(newKey(), probedVault)),
    nameWithoutVersion: () => current,
    probe() {
      const at = performance.now();
      if (!probed || at - probed.at > probedForMilliseconds) probed = { at, result: probe() };
      return probed.result;
    },
  };
}

/** A key wrapped a moment ago is not lost, whatever the service reports. */
function asUnavailable(cause: unknown): never {
  if (cause instanceof KeyServiceUnavailable) throw cause;
  throw new KeyServiceUnavailable('the key service does not open what it wrapped', { cause });
}
