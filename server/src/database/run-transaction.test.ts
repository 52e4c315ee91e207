// Transactions while connections are lost: whatever ends, the pool gets every connection back.
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { query } from '../testing/postgres-user.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { createDatabase, type Database, type OpenDatabase, openPool } from './open-database.ts';
import { embeddedServiceRole } from './service-role.ts';
import { timeoutsOf } from './timeouts.ts';

let opened: OpenDatabase;
let pool: pg.Pool;
let database: Database;

beforeEach(async () => {
  opened = await openTestDatabase();
  pool = openPool({ ...opened.connection, ...timeoutsOf(1, { sentToServer: true }) }, { poolSize: 2, log: () => {} });
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
const keptRows = async () => (await opened.pool.query('select number from kept')).rows.length;

test('DB-1: a connection lost in a transaction ends the transaction alone, and is told as passing', async () => {
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

test('DB-2: a transaction whose pooled connection died unseen begins again on another, since nothing was sent', async () => {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of clients) client.release();
  const died = () => Promise.reject(new Error('Connection terminated unexpectedly'));
  for (const client of clients) Object.assign(client, { query: died });
  await database.transaction((tx) => tx.execute(sql`insert into kept values (1)`));
  expect(await keptRows()).toBe(1);
});

test('DB-3: what fails in a transaction is undone and thrown as it is, and every connection is free again', async () => {
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

test('DB-4: a query, a lock and a server that does not answer are given up, and it is told as passing', async () => {
  const slow = await database.execute(sql`select pg_sleep(5)`).catch((error) => error);
  expect([slow.cause.code, isDatabaseUnavailable(slow)]).toEqual(['57014', true]);
  const holder = await opened.pool.connect();
  await holder.query('begin; lock table kept');
  const waiting = await database.transaction((tx) => tx.execute(sql`insert into kept values (1)`)).catch((e) => e);
  expect(isDatabaseUnavailable(waiting)).toBe(true);
  await holder.query('rollback');
  holder.release();
  await database.transaction((tx) => tx.execute(sql`insert into kept values (1)`));
  expect(await keptRows()).toBe(1);
});

test('DB-5: a refused value is no fault of the database, nor is a file that is missing', async () => {
  const wrong = await database.execute(sql`select 1/0`).catch((error) => error);
  expect(isDatabaseUnavailable(wrong)).toBe(false);
  expect(isDatabaseUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false);
});
