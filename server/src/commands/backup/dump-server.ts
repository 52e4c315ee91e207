// Dumps the database of a server with the pg_dump of the server's version.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '../../settings/config.ts';
import { CommandRefused } from '../run/command-line.ts';

export const dumpFile = 'database.dump';
/** Node.js trusts public authorities, and pg_dump only those in a file. */
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** @throws {CommandRefused} if pg_dump is missing or fails, with its own words */
export async function dumpServer({ url, directUrl, ownerUrl }: Config['database'], file: string): Promise<void> {
  const address = new URL(ownerUrl ?? directUrl ?? url ?? '');
  const program = findDumpProgram(await readMajor(address.href));
  // Others on this machine can read a command line.
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  // pg_dump would create it with the rights that everybody on the machine has.
  await writeFile(file, '', { mode: 0o600, flag: 'wx' });
  const words = ['--format=custom', '--no-password', `--file=${file}`, `--dbname=${address.href}`];
  const { PGSSLROOTCERT = process.env.NODE_EXTRA_CA_CERTS ?? authorities } = process.env;
  const env = { ...process.env, PGPASSWORD, PGSSLROOTCERT };
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new CommandRefused(`The database was not dumped. ${said.trim().replace(/\s*\n\s*/g, ' ')}`);
  await using dump = await open(file);
  await dump.sync();
}

async function readMajor(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    );
    return rows[0]?.major ?? 0;
  } finally {
    await client.end();
  }
}

/** Debian's of the same version, or the one in PATH if it is not older. */
export function findDumpProgram(major: number): string {
  const candidates = [path.join('/usr/lib/postgresql', String(major), 'bin/pg_dump'), 'pg_dump'];
  const found = candidates.find((program) => majorOf(program) >= major);
  if (found) return found;
  throw new CommandRefused(
    `The server of DATABASE_URL is PostgreSQL ${major}, and its pg_dump is not on this machine; install it (on Debian: apt install postgresql-client-${major}). In containers take the dump as docs/guide/backup.md says.`,
  );
}

function majorOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}
