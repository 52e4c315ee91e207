// Opening the embedded database and one by its URL, lost connections, and migrations by several processes.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '../../../testing/postgres-user.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { until } from '../../../testing/until.ts';
import { migrateDatabase } from './migrate.ts';
import { type OpenDatabase, openDatabase, openPool } from './open-database.ts';
import { plans } from './schema.ts';

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = makeTestFolder();
});
afterEach(() => {
  rmSync(dataDirectory, { recursive: true, force: true });
});

test('without a URL several concurrent processes open one private PostgreSQL with every table', {
  tags: 'long',
}, async () => {
  const open = () => openDatabase({ dataDirectory, programs: 'embedded', migrate: true, log: console.error });
  const opened = await Promise.all([open(), open(), open()]);
  try {
    expect(opened.map(({ embedded }) => embedded)).toEqual([true, true, true]);
    for (const { database } of opened) expect(await database.select().from(plans)).toEqual([]);
  } finally {
    await Promise.all(opened.map((database) => database.close()));
  }
});

test('a failed migration stops the server and reports the cause', { tags: 'long' }, async () => {
  const first = await openDatabase({ dataDirectory, programs: 'embedded', migrate: false, log: console.error });
  await asOwner(first, 'create table users (id int)');
  await first.close();
  const second = openDatabase({ dataDirectory, programs: 'embedded', migrate: true, log: console.error });
  await expect(second).rejects.toMatchObject({ cause: { message: 'relation "users" already exists' } });
  expect(existsSync(path.join(dataDirectory, 'postgres/cluster/postmaster.pid'))).toBe(false);
});

test('a URL opens that server, and the direct URL is used for other connections', async () => {
  await using server = await openTestServer();
  const url = urlOf(server);
  const directUrl = `${url}&application_name=direct`;
  const opened = await openDatabase({
    url,
    directUrl,
    dataDirectory,
    programs: 'embedded',
    migrate: true,
    log: console.error,
  });
  expect(opened.embedded).toBe(false);
  expect(opened.connection).toEqual({ connectionString: directUrl });
  expect(await opened.database.select().from(plans)).toEqual([]);
  await opened.close();
});

test('a cut ends the statements that run, and then the close waits for nobody', async () => {
  await using server = await openTestServer();
  const opened = await openDatabase({
    url: urlOf(server),
    dataDirectory,
    programs: 'embedded',
    migrate: false,
    log: () => {},
  });
  const running = expect(opened.jobDatabase.execute(sql`select pg_sleep(600)`)).rejects.toThrow();
  const hanging = opened.database.transaction(() => new Promise<never>(() => {}));
  const states = `select state from pg_stat_activity where datname = current_database() and query in ('select pg_sleep(600)', 'begin') order by state`;
  await until(async () => (await server.pool.query(states)).rows).toEqual([
    { state: 'active' },
    { state: 'idle in transaction' },
  ]);
  opened.cut();
  await running;
  await opened.close();
  void hanging.catch(() => {});
});

test('an idle connection that is lost is logged, and the pool replaces it', async () => {
  await using server = await openTestServer();
  const logged = Promise.withResolvers<Error>();
  const pool = openPool(server.connection, { log: (_, error) => logged.resolve(error) });
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  await server.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  expect((await logged.promise).message).toMatch(/^terminating connection/);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('migrations run once, however many processes migrate concurrently', { tags: 'long' }, async () => {
  await using server = await openTestServer();
  await asOwner(server, 'drop schema public cascade; create schema public; drop schema drizzle cascade');
  const migrate = () => migrateDatabase(server.ownerConnection ?? {}, server.connection);
  await Promise.all(Array.from({ length: 5 }, migrate));
  expect(await server.database.select().from(plans)).toEqual([]);
});

const asOwner = (opened: OpenDatabase, statements: string) => query(opened.ownerConnection ?? {}, statements);

function urlOf({ connection: { host, port, user, password, database: name } }: OpenDatabase): string {
  return `postgres://${user}:${password ?? ''}@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`;
}

async function openTestServer() {
  const opened = await openTestDatabase();
  return { ...opened, [Symbol.asyncDispose]: opened.close };
}
