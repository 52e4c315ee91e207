// Migrates a database to the newest schema: forward only, every migration once, however many processes start concurrently.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartRefused } from '../lib/start-refused.ts';
import { embeddedServiceRole, ensureEmbeddedRole, grantToService, roleOf } from './service-role.ts';

export interface Migrations {
  folder: string;
  /** The table that records which migrations have run. */
  table: string;
}

const ownMigrations: Migrations = {
  folder: path.resolve(import.meta.dirname, '../../../migrations'),
  table: '__drizzle_migrations',
};
/** An advisory lock number that nothing else on the same database uses. */
const migrationLock = 7_231_114_001;

/**
 * Requires direct connections: a pooler could give the connection with the lock to somebody else.
 * If the service has its own role, it is granted its rights here.
 * @param others migrations of other components; they run after the product's own.
 * @returns false for a role that does not own the database and finds the newest schema.
 * @throws {StartRefused} if that role finds an older schema or none, or if the data is from a newer version.
 */
export async function migrateDatabase(
  owner: pg.ClientConfig,
  service: pg.ClientConfig = owner,
  others: readonly Migrations[] = [],
): Promise<boolean> {
  const client = new pg.Client(owner);
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    refuseNewerData(await newestApplied(client), newestKnown());
    if (!(await ownsDatabase(client))) {
      const newest = await newestApplied(client);
      if (newest === 0)
        refuseRoleWithoutRights(roleOf(owner), { database: client.database, alone: roleOf(owner) === roleOf(service) });
      refuseOldSchema(newest, newestKnown());
      return false;
    }
    // The role may have short timeouts for everyday queries, but a migration may take long.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]); // released with the connection
    refuseUnreleasedData(await firstApplied(client), knownTimes()[0]);
    for (const { folder, table } of [ownMigrations, ...others]) {
      await migrate(drizzle(client), { migrationsFolder: folder, migrationsTable: table });
    }
    const role = roleOf(service);
    if (role === embeddedServiceRole) await ensureEmbeddedRole(client);
    if (role !== roleOf(owner)) await grantToService(client, role);
    return true;
  } finally {
    await client.end();
  }
}

async function ownsDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select has_database_privilege(current_database(), 'create') as owns`);
  return rows[0].owns;
}

/** The times at which our migrations were created, which also name them, oldest first. */
function knownTimes(): number[] {
  const journal = readFileSync(path.join(ownMigrations.folder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(journal) as { entries: { when: number }[] };
  return entries.map(({ when }) => when);
}

const newestKnown = (): number => Math.max(...knownTimes());

const newestApplied = (client: pg.Client): Promise<number> => readApplied(client, 'max');
const firstApplied = (client: pg.Client): Promise<number> => readApplied(client, 'min');

/** 0 in a database without tables. */
async function readApplied(client: pg.Client, which: 'min' | 'max'): Promise<number> {
  const found = await client
    .query(`select ${which}(created_at)::float8 as applied from drizzle.__drizzle_migrations`)
    .catch(() => ({ rows: [] }));
  return found.rows[0]?.applied ?? 0;
}

/** Until 1.0 the tables were made by other migrations, which no longer exist. */
function refuseUnreleasedData(first: number, known: number | undefined): void {
  if (first === 0 || first === known) return;
  throw new StartRefused(
    'This database was written by an unreleased version of the program, which no version can read; start with an empty one.',
  );
}

// A newer version may have written data that this one does not know and would destroy.
function refuseNewerData(newest: number, known: number): void {
  if (newest <= known) return;
  throw new StartRefused(
    'This database was written by a newer version of the program; start that version, or restore a backup from before it.',
  );
}

/** @param alone whether DATABASE_OWNER_URL is not set */
function refuseRoleWithoutRights(
  role: string,
  { database, alone }: { database: string | undefined; alone: boolean },
): never {
  const remedy = alone
    ? 'set DATABASE_OWNER_URL to the role that owns it'
    : `as the server's administrator run: alter database ${database} owner to ${role}`;
  throw new StartRefused(
    `The role ${role} may not create tables in the database ${database}; ${remedy} (docs/guide/database.md).`,
  );
}

function refuseOldSchema(newest: number, known: number): void {
  if (newest >= known) return;
  throw new StartRefused(
    'The tables are older than this release, and the role of DATABASE_URL may not change them. ' +
      'Set DATABASE_OWNER_URL to the role that owns them (docs/guide/database.md).',
  );
}
