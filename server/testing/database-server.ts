// Vitest's global setup of the server tests: one PostgreSQL for the entire run, with a template database that has every table.
// It does not sync to disk, because its data is deleted after the run.
// TEST_DATABASE_URL selects another server, such as the oldest supported PostgreSQL.
import { rmSync } from 'node:fs';
import { sandboxMigrations } from '@remembrance/sandbox/migrations.ts';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';
import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { embeddedServiceRole } from '../src/platform/database/service-role.ts';
import { makeFolderOfRun, makeTestFolder, removeAbandonedTestFolders } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: { connection: ServerConnection; service: ServiceUser; template: string };
  }
}

/** The database role of the running service. */
interface ServiceUser {
  user: string;
  password?: string;
}
/** The serializable part of a connection, as passed to workers. */
type ServerConnection = Pick<pg.ClientConfig, 'host' | 'port' | 'user'> & { password?: string; database: string };

interface OpenServer {
  provided: { connection: ServerConnection; service: ServiceUser; template: string };
  close(): Promise<void>;
}

/** Vitest calls the setup once for each project, each time from a separate module. */
const run = globalThis as { databaseServerOfRun?: { opening: Promise<OpenServer>; projects: number } };

/** @public Vitest calls it. */
export default async function provideDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  run.databaseServerOfRun ??= { opening: openServer(), projects: 0 };
  const shared = run.databaseServerOfRun;
  shared.projects += 1;
  const { provided, close } = await shared.opening;
  project.provide('databaseServer', provided);
  return async () => {
    shared.projects -= 1;
    if (shared.projects > 0) return;
    delete run.databaseServerOfRun;
    await close();
  };
}

async function openServer(): Promise<OpenServer> {
  removeAbandonedTestFolders();
  const removeFolders = makeFolderOfRun();
  const url = process.env.TEST_DATABASE_URL;
  const { connection, stop } = url ? useServer(new URL(url)) : await startServer();
  const template = `test_template_${process.pid}`;
  await runOn(connection, `drop database if exists ${template}`, `create database ${template} template template0`);
  const service = await ensureServiceUser(connection, url !== undefined);
  const owner = { ...connection, database: template };
  await migrateDatabase(owner, { ...owner, ...service }, [sandboxMigrations]);
  return {
    provided: { connection, service, template },
    async close() {
      await runOn(connection, `drop database ${template} with (force)`);
      await stop();
      removeFolders();
    },
  };
}

/** Creates the service's role unless it exists, because an external server outlives the run. */
async function ensureServiceUser(connection: ServerConnection, asksPassword: boolean): Promise<ServiceUser> {
  const user = embeddedServiceRole;
  if (!asksPassword) return { user };
  const password = 'of a test server alone';
  const make = `do $$ begin create role ${user}; exception when duplicate_object then null; end $$`;
  await runOn(connection, make, `alter role ${user} login password '${password}'`);
  return { user, password };
}

async function startServer() {
  const unsynced = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const settings = { ...unsynced, autovacuum: 'off', max_connections: '300' };
  const dataDirectory = makeTestFolder();
  const server = await startEmbeddedPostgres({ dataDirectory, settings });
  const stop = async () => {
    await server.stop();
    rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { connection: server.connection as ServerConnection, stop };
}

function useServer({ hostname, port, username, password, pathname }: URL) {
  const connection: ServerConnection = {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  };
  return { connection, stop: async () => {} };
}

/** Runs statements that cannot run in a transaction, such as creating and dropping databases. */
export async function runOn(connection: ServerConnection, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
