// Moves the database between the embedded server and one at a URL. Both get the newest schema first; the files, the secrets and the
// journal stay where they are.
import path from 'node:path';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import pg from 'pg';
import { moveRows } from '../../platform/database/move-rows.ts';
import { type OpenDatabase, openDatabase } from '../../platform/database/open-database.ts';
import { closeDataDirectory } from '../../platform/database/private-folder.ts';
import { systemClock } from '../../platform/lib/clock.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Config } from '../../settings/config.ts';
import { reachDatabase } from '../../start/reach-database.ts';
import { refuseSmallDisk } from '../../start/refuse-wrong-places.ts';
import type { Report } from '../run/progress.ts';

/** Moves to the server of `database.url`, or from it into DATA_DIR. */
export async function moveDatabase(config: Config, to: 'server' | 'embedded', report: Report): Promise<string> {
  await reachDatabase(config.database);
  if (to === 'server') await refuseForeign(config);
  else await refuseSmallDisk({ ...config, database: { ...config.database, embedded: true } });
  const ends = [folderOf(config), serverName(config)];
  const [left, next] =
    to === 'server' ? [ends[0], 'Set DATABASE_URL to it'] : [ends[1], 'Remove DATABASE_URL from the settings'];
  return `${await move(config, to, report)}
${next} and start. ${left} still contains every row, like a backup, and can no longer be started. Once npm run verify reports that everything is intact, remove it.`;
}

const folderOf = ({ dataDirectory }: Config): string => path.resolve(dataDirectory, 'postgres');

function serverName({ database: { ownerUrl, directUrl, url } }: Config): string {
  const { host, port, database } = new pg.Client({ connectionString: ownerUrl ?? directUrl ?? url });
  return `${host}:${port}/${database}`;
}

async function move(config: Config, direction: 'server' | 'embedded', report: Report): Promise<string> {
  closeDataDirectory(config.dataDirectory, { embedded: true }); // while a server was used, the service closed the folder to PostgreSQL's account
  const embedded = await openEnd(config, true);
  try {
    const server = await openEnd(config, false);
    try {
      const ends = [
        { name: folderOf(config), connection: ownerOf(embedded) },
        { name: serverName(config), connection: ownerOf(server) },
      ] as const;
      const [from, to] = direction === 'server' ? ends : [ends[1], ends[0]];
      const onTable = (done: number, total: number) => report('tables copied', done, total);
      const { tables, rows } = await moveRows({ from, to, movedAt: systemClock.now(), onTable });
      return `${rows} rows in ${tables} tables were moved to ${to.name}, and every table was compared. Everything else stays in ${config.dataDirectory}.`;
    } finally {
      await server.close();
    }
  } finally {
    await embedded.close();
  }
}

/** Includes the sandbox's tables, which a service with real payments may have used in the past. */
async function openEnd({ database, dataDirectory }: Config, embedded: boolean): Promise<OpenDatabase> {
  const { url, directUrl, ownerUrl } = embedded ? ({} as Partial<Config['database']>) : database;
  const address = { url, directUrl, ownerUrl };
  return openDatabase({
    ...address,
    dataDirectory,
    programs: database.programs,
    migrate: true,
    otherMigrations: [sandboxMigrations],
    log: console.error,
  });
}

function ownerOf({ ownerConnection }: OpenDatabase): pg.PoolConfig {
  if (!ownerConnection)
    throw new StartRefused('Only the role that owns the tables can move them: set DATABASE_OWNER_URL.');
  return ownerConnection;
}

/** Runs before anything is written to the target. */
async function refuseForeign(config: Config): Promise<void> {
  const { ownerUrl, directUrl, url } = config.database;
  const client = new pg.Client({ connectionString: ownerUrl ?? directUrl ?? url });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    const { rows } = await client.query(
      `select exists (select from pg_tables where schemaname = 'public') and to_regclass('drizzle.__drizzle_migrations') is null as foreign_tables`,
    );
    if (rows[0].foreign_tables)
      throw new StartRefused(`${serverName(config)} contains tables of another program; use an empty database.`);
  } finally {
    await client.end();
  }
}
