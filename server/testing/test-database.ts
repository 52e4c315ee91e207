// A separate database for each test: a copy of the migrated template, dropped by close.
// Tests use it with the service's own role, which proves that the role's rights are sufficient.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, type OpenDatabase, openPool } from '../src/platform/database/open-database.ts';

/** One connection creates and drops the databases of a worker, because opening one takes as long. */
let administration: pg.Pool | undefined;

export async function openTestDatabase({ poolSize = 10 } = {}): Promise<OpenDatabase> {
  const { connection: server, service, template } = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  administration ??= connectTo(server);
  await administration.query(`create database ${name} template ${template} strategy file_copy`); // takes a third of the default's time
  const ownerConnection = { ...server, database: name };
  const connection = { ...ownerConnection, ...service };
  const pool = openPool(connection, { poolSize, log: console.error });
  const close = async () => {
    await pool.end();
    await administration?.query(`drop database ${name} with (force)`);
  };
  const database = createDatabase(pool);
  return {
    database,
    jobDatabase: database,
    pool,
    connection,
    ownerConnection,
    isOwner: false,
    embedded: true,
    programs: undefined,
    cut: () => {},
    examineConnections() {},
    close,
  };
}

function connectTo(server: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...server, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {}); // the server may stop before this process
  return pool;
}
