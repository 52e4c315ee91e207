// A database of its own for a test: a copy of the migrated template, made in some milliseconds, dropped by close.
import { randomBytes } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { inject } from 'vitest';
import { type OpenDatabase, openPool } from '../database/open-database.ts';
import * as schema from '../database/schema.ts';
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
  return { database: drizzle(pool, { schema }), pool, connection, embedded: true, close };
}
