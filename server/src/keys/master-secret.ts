// The one secret everything else is derived from: SECRET, or a file made once at the first start.
// It stands apart from the database, so that a copy of the database alone opens nothing.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** @throws when the file exists but does not hold a secret; it is never replaced. */
export function loadMasterSecret(options: { secret: string | undefined; dataDirectory: string }): Buffer {
  if (options.secret) return Buffer.from(options.secret, 'utf8');
  const file = path.join(options.dataDirectory, 'secrets.json');
  return readSecret(file) ?? makeSecret(file);
}

function readSecret(file: string): Buffer | null {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const master: unknown = JSON.parse(content).master;
  if (typeof master !== 'string' || master.length < 43) throw new Error(`${file} holds no master secret`);
  return Buffer.from(master, 'base64url');
}

// Written whole beside its place and then linked there: of two first starts one wins, and a crash leaves no half secret.
function makeSecret(file: string): Buffer {
  const directory = path.dirname(file);
  mkdirSync(directory, { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, 'w', 0o600);
  writeSync(handle, `${JSON.stringify({ master: randomBytes(32).toString('base64url') })}\n`);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(directory, 'r');
  fsyncSync(folder);
  closeSync(folder);
  const secret = readSecret(file);
  if (!secret) throw new Error(`${file} vanished while it was made`);
  return secret;
}
