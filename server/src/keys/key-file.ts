// The file with the ring of master keys: KEYRING_FILE, or DATA_DIR/keyring.json, which the first start creates. It is stored apart
// from the database and its backups. Where a key service wraps, there may be none. A running service sees a changed file at once.
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { createOnce, replaceDurably, stampOf, writeSynced } from '../lib/durable-file.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { addKey, type Ring } from './master-keys.ts';

export interface KeyFile {
  path: string;
  /** Whether its current key wraps. Where a key service does, the file only opens, and is not changed. */
  wraps: boolean;
  isThere(): boolean;
  read(): Ring;
  /** Replaces the ring durably. */
  write(ring: Ring): Promise<void>;
}

export interface KeyFileSource {
  /** The setting KEYRING_FILE. */
  keyringFile: string | undefined;
  /** What wraps from now on. Default: the file. */
  wrapsWith?: 'file' | 'kms' | 'transit';
  dataDirectory: string;
}

const ringShape = z.strictObject({
  current: z.string(),
  keys: z.record(z.string().check(z.minLength(1), z.maxLength(100)), z.string().check(z.regex(/^[\w-]{43}$/))),
});

/**
 * @param namesInUse the master keys that the database names and no key service holds
 * @throws {StartRefused} when one of them is missing. None is ever made in its place.
 */
export async function openKeyFile(source: KeyFileSource, namesInUse: string[], now: Date): Promise<KeyFile> {
  const file = source.keyringFile ?? path.join(source.dataDirectory, 'keyring.json');
  const keyFile = createKeyFile(file, source.wrapsWith ?? 'file');
  if (!keyFile.isThere()) {
    if (namesInUse.length === 0 && !keyFile.wraps) return keyFile;
    if (namesInUse.length > 0 || source.keyringFile) throw new StartRefused(missing(file));
    await mkdir(path.dirname(file), { recursive: true });
    await createOnce(file, contentOf(addKey(null, now.toISOString())));
  }
  // Read now, so that a damaged one is not noticed by the first vault.
  const { keys } = keyFile.read();
  const lacking = namesInUse.find((name) => !(name in keys));
  if (lacking) {
    throw new StartRefused(
      `${file} lacks the master key ${lacking}, without which vaults of this database cannot be read; put the whole file back from its copy.`,
    );
  }
  return keyFile;
}

function createKeyFile(file: string, wrapsWith: string): KeyFile {
  let known: { ring: Ring; stamp: string } | undefined;
  return {
    path: file,
    wraps: wrapsWith === 'file',
    isThere: () => stampOf(file) !== null,
    read() {
      const stamp = stampOf(file);
      if (!stamp) throw new StartRefused(missing(file));
      if (known?.stamp !== stamp) known = { ring: readRing(file), stamp };
      return known.ring;
    },
    write: (ring) => replaceDurably(file, (draft) => writeSynced(draft, Buffer.from(contentOf(ring)))),
  };
}

const contentOf = (ring: Ring): string => `${JSON.stringify(ring, null, 2)}\n`;

function readRing(file: string): Ring {
  try {
    const ring = z.parse(ringShape, JSON.parse(readFileSync(file, 'utf8')));
    if (ring.current in ring.keys) return ring;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code)
      throw new StartRefused(`${file} cannot be read (${code}); put it back from its copy, readable by this user.`);
  }
  throw new StartRefused(`${file} is damaged and holds no whole ring of keys; put it back from its copy.`);
}

const missing = (file: string): string =>
  `${file} is missing, and without its keys no file of a vault can be read; put it back from its copy, or set KEYRING_FILE to where it is.`;
