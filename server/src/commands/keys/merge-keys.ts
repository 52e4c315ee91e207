// Adds the master keys of another copy of the key file, if each file has keys the other lacks: a service that ran with an older file
// created keys that the newer one lacks. No key is ever removed.

import { createKeyFile, type KeyFile } from '../../keys/master/key-file.ts';
import type { Ring } from '../../keys/master/master-keys.ts';
import { addKeysOf } from '../../keys/vault/rotate-keys.ts';
import { listMasterKeyNames } from '../../keys/vault/vault-key-store.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Config } from '../../settings/config.ts';

interface Opened {
  config: Config;
  database: Database;
}

/** @throws {StartRefused} if one of the two files is damaged, or the copy is another file */
export async function mergeKeys({ config, database }: Opened, copy: string): Promise<string> {
  const keyFile = createKeyFile(config, () => listMasterKeyNames(database));
  const other = createKeyFile({ keyringFile: copy, dataDirectory: '' }, async () => []);
  if (!other.isThere()) throw new StartRefused(`${copy} does not exist. Nothing was changed.`);
  const theirs = readCopy(other);
  const known = new Set([...Object.keys(keyFile.read().keys), ...(await listMasterKeyNames(database))]);
  if (!Object.keys(theirs.keys).some((name) => known.has(name)))
    throw new StartRefused(
      `${copy} belongs to another installation: it shares no key with ${keyFile.path}, and this database names none of its keys. Nothing was changed.`,
    );
  const added = await addKeysOf({ database, keyFile }, theirs);
  const { keys } = keyFile.read();
  const lacking = (await listMasterKeyNames(database)).filter((name) => isOfFile(name) && !(name in keys));
  return [
    added.length === 0 ? `${keyFile.path} already has every key of ${copy}.` : `Added: ${added.join(', ')}.`,
    lacking.length === 0
      ? `${keyFile.path} holds every master key that the database names. Copy it to its other place now.`
      : `${keyFile.path} still lacks ${lacking.join(', ')}.`,
  ].join('\n');
}

function readCopy(copy: KeyFile): Ring {
  try {
    return copy.read();
  } catch {
    throw new StartRefused(
      `${copy.path} is not a complete key file: it cannot be read, is damaged, or is another file. Name a copy of keyring.json. Nothing was changed.`,
    );
  }
}

/** A key service's keys have other names. */
const isOfFile = (name: string): boolean => name.includes('#');
