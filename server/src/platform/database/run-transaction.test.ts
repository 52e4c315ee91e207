// Transactions while connections are lost: the pool always gets every connection back.
import { readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PostgresUsers, query } from '../../../testing/postgres-user.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { until } from '../../../testing/until.ts';
import { isDatabaseUnavailable } from '../lib/database-unavailable.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createDatabase, type OpenDatabase, openPool, timeoutsOf } from './open-database.ts';
import { embeddedServiceRole } from './service-role.ts';
import type { Database } from './transaction.ts';

let opened: OpenDatabase;
let pool: pg.Pool;
let database: Database;

beforeEach(async () => {
  opened = await openTestDatabase();
  pool = openPool({ ...opened.connection, ...timeoutsOf(60, { sentToServer: true }) }, { poolSize: 2, log: () => {} });
  database = createDatabase(pool);
  const table = `create table kept (number int); grant all on kept to ${embeddedServiceRole}`;
  await query(opened.ownerConnection ?? {}, table);
});
afterEach(async () => {
  await pool.end();
  await opened.close();
});

const terminateOthers = () =>
  opened.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
const workingFolder = (pid: string): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null; // the process has ended, or we cannot read it
  }
};
const processesIn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((pid) => workingFolder(pid) === folder)
    .map(Number);
const keptRows = async () => (await opened.pool.query('select number from kept')).rows.length;

test('a connection lost in a transaction ends only that transaction, with a temporary failure', {
  tags: 'long',
}, async () => {
  for (let round = 0; round < 5; round += 1) {
    const error = await database
      .transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (1)`);
        await terminateOthers();
        await tx.execute(sql`insert into kept values (2)`);
      })
      .catch((caught) => caught);
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
  expect(await keptRows()).toBe(0);
  await database.transaction((tx) => tx.execute(sql`insert into kept values (3)`));
  expect(await keptRows()).toBe(1);
});

test('a transaction whose pooled connection died unnoticed starts again on another connection', async () => {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) client.release();
  const died = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  for (const client of clients) Object.assign(client, { query: died });
  await database.transaction((tx) => tx.execute(sql`insert into kept values (1)`));
  expect(await keptRows()).toBe(1);
});

test('a failed transaction is rolled back, its error is thrown unchanged, and every connection is free again', async () => {
  for (let round = 0; round < 5; round += 1) {
    const failing = database.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (1)`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
  }
  expect(await keptRows()).toBe(0);
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});

test('a slow query and a wait for a lock time out with a temporary failure', { tags: 'long' }, async () => {
  // The server times out, however late its answer arrives.
  const timeouts = { ...timeoutsOf(1, { sentToServer: true }), connectionTimeoutMillis: 0, query_timeout: 0 };
  const shortPool = openPool({ ...opened.connection, ...timeouts }, { poolSize: 1, log: () => {} });
  const impatient = createDatabase(shortPool);
  const slow = await impatient.execute(sql`select pg_sleep(600)`).catch((error) => error);
  expect([slow.cause.code, isDatabaseUnavailable(slow)]).toEqual(['57014', true]);
  const holder = await opened.pool.connect();
  await holder.query('begin; lock table kept');
  const insert = () => impatient.transaction((tx) => tx.execute(sql`insert into kept values (1)`));
  expect(isDatabaseUnavailable(await insert().catch((error) => error))).toBe(true);
  await holder.query('rollback');
  holder.release();
  await until(() => insert().catch(() => null)).not.toBeNull();
  expect(await keptRows()).toBe(1);
  await shortPool.end();
});

test('queries to a frozen server time out, and work again when it continues', { tags: 'long' }, async () => {
  await using users = new PostgresUsers();
  const server = await startEmbeddedPostgres({ dataDirectory: users.dataDirectory });
  const ownPool = openPool(
    { ...server.connection, ...timeoutsOf(1, { sentToServer: true }) },
    { poolSize: 2, log: () => {} },
  );
  const own = createDatabase(ownPool);
  const connect = () => Promise.all([own.execute(sql`select 1`), own.execute(sql`select 1`)]);
  await until(() => connect().catch(() => null)).not.toBeNull();
  expect(ownPool.totalCount).toBe(2);
  const frozen = processesIn(path.join(users.dataDirectory, 'cluster'));
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  try {
    const asked = [() => own.execute(sql`select 1`), () => own.transaction((tx) => tx.execute(sql`select 1`))];
    for (const error of await Promise.all(asked.map((ask) => ask().catch((caught) => caught)))) {
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
  } finally {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
  }
  const ask = () => own.execute<{ one: number }>(sql`select 1 as one`);
  await until(() =>
    ask().then(
      ({ rows }) => rows,
      () => null,
    ),
  ).toEqual([{ one: 1 }]);
  await ownPool.end();
  await server.stop();
});

test('an invalid value, an invalid setting and a missing file are not temporary failures of the database', async () => {
  const wrong = await database.execute(sql`select 1/0`).catch((error) => error);
  expect(isDatabaseUnavailable(wrong)).toBe(false);
  const pooler = new pg.DatabaseError('unsupported startup parameter', 0, 'error');
  pooler.code = '08P01'; // an invalid setting stays invalid on a retry
  expect(isDatabaseUnavailable(pooler)).toBe(false);
  expect(isDatabaseUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false);
});
