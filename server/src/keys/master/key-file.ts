// The file with the ring of master keys: KEYRING_FILE, or DATA_DIR/keyring.json, which the first start creates. It is stored apart
// from the database and its backups. If a key service wraps, it is optional. A running service notices a changed file immediately.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { createOnce, replaceDurably, stampOf, writeSynced } from '../../platform/lib/durable-file.ts';
import { makeFolders } from '../../platform/lib/make-folders.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { addKey, madeAtOf, nameKey, type Ring } from './master-keys.ts';

export interface KeyFile {
  path: string;
  /** Whether its current key wraps. If a key service wraps, the file only opens, and does not change. */
  wraps: boolean;
  isThere(): boolean;
  /** @throws {StartRefused} if the file is missing or damaged, or a key does not match its name */
  read(): Ring;
  /** Asks the database once for each content of the file. @throws {StartRefused} if the file lacks a key that vaults need */
  check(ring: Ring): Promise<void>;
  /** Replaces the ring durably. */
  write(ring: Ring): Promise<void>;
}

export interface KeyFileSource {
  /** The setting KEYRING_FILE. */
  keyringFile: string | undefined;
  /** What wraps new keys. Default: the file. */
  wrapsWith?: 'file' | 'kms' | 'transit';
  dataDirectory: string;
}

const ringShape = z.strictObject({
  current: z.string(),
  keys: z.record(z.string().check(z.minLength(1), z.maxLength(100)), z.string().check(z.regex(/^[\w-]{43}$/))),
});

type ListNames = () => Promise<readonly string[]>;

/**
 * @param listNamesInUse the master keys that the database refers to and no key service has
 * @throws {StartRefused} if one of them is missing. A missing key is never replaced by a new one.
 */
export async function openKeyFile(source: KeyFileSource, listNamesInUse: ListNames, now: Date): Promise<KeyFile> {
  const keyFile = createKeyFile(source, listNamesInUse);
  const { path: file } = keyFile;
  if (!keyFile.isThere()) {
    const isInUse = (await listNamesInUse()).length > 0;
    if (!isInUse && !keyFile.wraps) return keyFile;
    if (isInUse) throw new StartRefused(missing(file));
    if (source.keyringFile) throw new StartRefused(notCreated(file));
    makeFolders(path.dirname(file));
    await createOnce(file, contentOf(addKey(null, now.toISOString())));
  }
  // Checked now, so that a wrong file is noticed before the first vault.
  await keyFile.check(keyFile.read());
  return keyFile;
}

/** A file that is not checked against the database, such as one that lacks a key. */
export function createKeyFile(source: KeyFileSource, listNamesInUse: ListNames): KeyFile {
  const file = source.keyringFile ?? path.join(source.dataDirectory, 'keyring.json');
  let known: { ring: Ring; stamp: string } | undefined;
  const checked = new WeakMap<Ring, Promise<void>>();
  const refuseLacking = async ({ keys }: Ring): Promise<void> => {
    const lacking = (await listNamesInUse()).find((name) => !(name in keys));
    if (lacking) throw new StartRefused(lacks(file, lacking));
  };
  return {
    path: file,
    wraps: (source.wrapsWith ?? 'file') === 'file',
    isThere: () => stampOf(file) !== null,
    check(ring) {
      const asked = checked.get(ring) ?? refuseLacking(ring);
      checked.set(ring, asked);
      // Caches a missing key until the file changes, but not an unavailable database.
      asked.catch((error) => error instanceof StartRefused || checked.delete(ring));
      return asked;
    },
    read() {
      const stamp = stampOf(file);
      if (!stamp) throw new StartRefused(missing(file));
      if (known?.stamp !== stamp) known = { ring: readRing(file), stamp };
      return known.ring;
    },
    write: (ring) => replaceDurably(file, (unfinished) => writeSynced(unfinished, Buffer.from(contentOf(ring)))),
  };
}

const contentOf = (ring: Ring): string => `${JSON.stringify(ring, null, 2)}\n`;

function readRing(file: string): Ring {
  try {
    const ring = z.parse(ringShape, JSON.parse(readFileSync(file, 'utf8')));
    const wrong = Object.entries(ring.keys).find(([name, key]) => name !== nameKey(key, madeAtOf(name)));
    if (wrong) throw new StartRefused(`${file} contains a key that does not match its name ${wrong[0]}; ${putBack}`);
    if (ring.current in ring.keys) return ring;
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code)
      throw new StartRefused(`${file} cannot be read (${code}); restore it from its copy, readable by this user.`);
  }
  throw new StartRefused(`${file} is damaged and has no complete ring of keys; restore it from its copy.`);
}

const putBack = 'restore the complete file from its copy.';

const lacks = (file: string, name: string): string =>
  `${file} lacks the master key ${name}, and without it some vaults of this database cannot be read; ${putBack} If another copy has that key, “npm run keys -- merge <copy>” adds it.`;

/** Several processes may share this file, so a start never creates it. */
const notCreated = (file: string): string =>
  `KEYRING_FILE is ${file}, which does not exist, and a start creates no key file there. For a new installation start once without KEYRING_FILE, and then move keyring.json from DATA_DIR there.`;

const missing = (file: string): string =>
  `${file} is missing, and without its keys no vault can be read; restore it from its copy, or set KEYRING_FILE to its path.`;
