// A separate database for each test: a copy of the migrated template, created in milliseconds and dropped by close.
// Tests use it with the service's own role, which proves that the role's rights are sufficient.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import {
  createDatabase,
  createPipelines,
  type OpenDatabase,
  openPool,
} from '../src/platform/database/open-database.ts';
import { runOn } from './database-server.ts';

export async function openTestDatabase({ poolSize = 10 } = {}): Promise<OpenDatabase> {
  const { connection: server, service, template } = inject('databaseServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runOn(server, `create database ${name} template ${template} strategy file_copy`); // takes a third of the default's time
  const ownerConnection = { ...server, database: name };
  const connection = { ...ownerConnection, ...service };
  const pool = openPool(connection, { poolSize, log: console.error });
  const pipelines = createPipelines(connection, { sentToServer: true });
  const close = async () => {
    await Promise.all([pool.end(), pipelines.reads.close(), pipelines.counts.close()]);
    await runOn(server, `drop database ${name} with (force)`);
  };
  const database = createDatabase(pool, pipelines);
  return {
    database,
    jobDatabase: database,
    pool,
    connection,
    ownerConnection,
    isOwner: false,
    embedded: true,
    programs: undefined,
    close,
  };
}
