// Opens the master keys according to the settings: the key file, AWS KMS or a transit engine wraps, and all configured ones open. It
// calls no service: an unreachable one must not stop a start, because releases, letters and sign-ins need none.
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { type KeyFile, type KeyFileSource, openKeyFile } from './key-file.ts';
import type { KmsSettings } from './kms-keys.ts';
import {
  createMasterKeys,
  joinMasterKeys,
  KeyServiceUnavailable,
  kmsPrefix,
  type MasterKeys,
  type Ring,
  transitPrefix,
} from './master-keys.ts';
import type { TransitSettings } from './transit-keys.ts';

export interface MasterKeySource extends KeyFileSource {
  /** What wraps new keys. A service that wraps must be configured. */
  wrapsWith: 'file' | 'kms' | 'transit';
  kms?: KmsSettings | undefined;
  transit?: TransitSettings | undefined;
}

export interface OpenMasterKeys {
  masterKeys: MasterKeys;
  keyFile: KeyFile;
}

/**
 * @param listNamesInUse the master keys that the database names
 * @throws {StartRefused} if one of them is missing
 */
export async function openMasterKeys(
  source: MasterKeySource,
  listNamesInUse: () => Promise<readonly string[]>,
  now: Date,
): Promise<OpenMasterKeys> {
  const services = await openServices(source);
  const listOthers = async () => {
    const names = await listNamesInUse();
    return names.filter((name) => ![...services.values()].some((service) => service.holds(name)));
  };
  const unset = (await listOthers()).find(isOfService);
  if (unset) throw new StartRefused(missing(unset));
  const keyFile = await openKeyFile(source, listOthers, now);
  const rings = new Map(services);
  if (keyFile.isThere()) rings.set('file', openRing(keyFile));
  const current = rings.get(source.wrapsWith);
  if (!current) throw new Error(`the ring ${source.wrapsWith} is not set`);
  rings.delete(source.wrapsWith);
  return { masterKeys: joinMasterKeys(current, [...rings.values()]), keyFile };
}

/** If the file becomes wrong while the service runs, vaults stay closed until it is right again; no key counts as lost. */
function openRing(keyFile: KeyFile): MasterKeys {
  const passing = (error: unknown): never => {
    if (error instanceof StartRefused) throw new KeyServiceUnavailable(error.message, { cause: error });
    throw error;
  };
  const read = (): Ring => {
    try {
      return keyFile.read();
    } catch (error) {
      return passing(error);
    }
  };
  return createMasterKeys(read, (ring) => keyFile.check(ring).catch(passing));
}

/** The AWS library is large, so it is loaded only by a start that needs it. */
async function openServices({ kms, transit }: MasterKeySource): Promise<Map<string, MasterKeys>> {
  const services = new Map<string, MasterKeys>();
  if (kms) services.set('kms', (await import('./kms-keys.ts')).createKmsKeys(kms));
  if (transit) services.set('transit', (await import('./transit-keys.ts')).createTransitKeys(transit));
  return services;
}

const isOfService = (name: string): boolean => name.startsWith(kmsPrefix) || name.startsWith(transitPrefix);

const missing = (name: string): string => {
  const [setting, value] = name.startsWith(kmsPrefix) ? ['KMS_KEYS', name] : ['TRANSIT_KEYS', name.split(':')[1]];
  return `The database uses the master key ${name}, and without it some vaults cannot be read; add ${value} to ${setting}, with the settings that go with it (docs/guide/key-service.md).`;
};
