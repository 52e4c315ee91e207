// The installation that a command works on. A command never creates one: in an empty folder or with wrong settings it would report on
// an empty installation as if all were well.
import { statSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Config } from '../../settings/config.ts';
import { describeAddress, reachDatabase } from '../../start/reach-database.ts';

const elsewhere =
  'Run this where the service runs, with its settings: DATA_DIR, DATABASE_URL, or .env in the project folder. Nothing was created.';

/** @throws {StartRefused} if there is no database of the service */
export async function refuseWithoutInstallation({ database, dataDirectory }: Config): Promise<void> {
  if (database.embedded) {
    // Unlike existsSync, it fails if this user may not look there.
    if (statSync(path.join(dataDirectory, 'postgres/cluster'), { throwIfNoEntry: false })) return;
    const { refuseUnfinishedRestore } = await import('../../operations/restore/restored-database.ts');
    refuseUnfinishedRestore(dataDirectory);
    throw new StartRefused(`${dataDirectory} contains no database. ${elsewhere}`);
  }
  await reachDatabase(database);
  const client = new Client({ connectionString: database.ownerUrl ?? database.directUrl ?? database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ is_there: boolean }>("select to_regclass('vaults') is not null as is_there");
    if (!rows[0]?.is_there) throw new StartRefused(`The database of DATABASE_URL contains no vaults. ${elsewhere}`);
  } finally {
    await client.end();
  }
}

/** Identifies the installation in the output, so that nobody confuses two installations. */
export const describeInstallation = ({ database, dataDirectory, settingsFile }: Config): string =>
  [
    `DATA_DIR ${dataDirectory}`,
    database.url ? `the database ${placeOf(database.url)} of DATABASE_URL` : 'its own database',
    settingsFile ? `settings from ${settingsFile}` : 'settings from the environment',
  ].join(', ');

/** The database's name in a refusal. */
export const nameDatabase = ({ database, dataDirectory }: Config): string =>
  database.url ? placeOf(database.url) : path.join(dataDirectory, 'postgres');

function placeOf(address: string): string {
  const { server, database } = describeAddress(address);
  return `${database} at ${server}`;
}
