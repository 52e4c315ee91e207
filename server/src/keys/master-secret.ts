// The master secret that all keys are derived from: SECRET, or a file created at the first start. It is stored outside the
// database, so that a copy of the database alone is useless. The database records a check value, so that a wrong secret is
// refused, and none is created for existing data.
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../database/open-database.ts';
import type { Clock } from '../lib/clock.ts';
import { createOnce } from '../lib/durable-file.ts';
import { newMasterSecret } from '../lib/ids.ts';
import { StartRefused } from '../lib/start-refused.ts';
import { findSecretCheck, hasAccounts, insertInstallation, lockInstallation } from './installation-store.ts';
import { createKeyring } from './keyring.ts';

export interface SecretSource {
  /** The setting SECRET. */
  secret: string | undefined;
  dataDirectory: string;
}

const fileOf = ({ dataDirectory }: SecretSource): string => path.join(dataDirectory, 'secrets.json');

/**
 * The secret, or null if there is none yet. Called before the database is opened, because a damaged file can be reported at once.
 * @throws {StartRefused} when the file exists but does not hold a secret; it is never replaced.
 */
export function readMasterSecret(source: SecretSource): Buffer | null {
  return source.secret ? Buffer.from(source.secret) : readSecret(fileOf(source));
}

/**
 * The secret that belongs to this database. The first start creates it and stores its check value.
 * @throws {StartRefused} when the database was written with another.
 */
export async function openMasterSecret(
  { database, clock }: { database: Database; clock: Clock },
  source: SecretSource,
): Promise<Buffer> {
  return database.transaction(async (tx) => {
    await lockInstallation(tx);
    const installed = await findSecretCheck(tx);
    const known = readMasterSecret(source);
    if (!known && (installed || (await hasAccounts(tx)))) throw new StartRefused(missing(source));
    const master = known ?? (await makeSecret(fileOf(source)));
    const secretCheck = createKeyring(master).digest('secret-check', 'installation');
    if (installed && installed !== secretCheck) throw new StartRefused(another(source));
    if (!installed) await insertInstallation(tx, secretCheck, clock.now());
    return master;
  });
}

const missing = (source: SecretSource): string =>
  `${fileOf(source)} is missing, and without the secret this database was written with every code and link in it is void; put the file back from its copy, or set SECRET where it came from there.`;

const another = (source: SecretSource): string =>
  source.secret
    ? 'SECRET is not the secret this database was written with; set it to what it was, or leave it out where DATA_DIR/secrets.json holds the right one.'
    : `${fileOf(source)} does not hold the secret this database was written with; put the right file back from its copy, or set SECRET where it came from there.`;

function readSecret(file: string): Buffer | null {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new StartRefused(`${file} cannot be read (${code}); put the file back from its copy, readable by this user.`);
  }
  const master = masterOf(content);
  if (!master) {
    throw new StartRefused(`${file} is damaged and holds no whole secret; put the file back from its copy.`);
  }
  return Buffer.from(master, 'base64url');
}

function masterOf(content: string): string | undefined {
  try {
    const master: unknown = JSON.parse(content).master;
    return typeof master === 'string' && /^[\w-]{43,}$/.test(master) ? master : undefined;
  } catch {
    return undefined;
  }
}

async function makeSecret(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true });
  await createOnce(file, `${JSON.stringify({ master: newMasterSecret() })}\n`);
  const secret = readSecret(file);
  if (!secret) throw new Error(`${file} vanished while it was made`);
  return secret;
}
