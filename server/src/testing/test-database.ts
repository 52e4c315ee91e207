// A database of its own for a test: a copy of the migrated template, made in some milliseconds, dropped by close.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { createDatabase, type OpenDatabase, openPool } from '../database/open-database.ts';
import { runOn } from './database-server.ts';

export async function openTestDatabase({ poolSize = 10 } = {}): Promise<OpenDatabase> {
  const { connection: server, template } = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOn(server, `create database ${name} template ${template}`);
  const connection = { ...server, database: name };
  const pool = openPool(connection, { poolSize, log: console.error });
  const close = async () => {
    await pool.end();
    await runOn(server, `drop database ${name} with (force)`);
  };
  const database = createDatabase(pool);
  return { database, jobDatabase: database, pool, connection, embedded: true, close };
}
