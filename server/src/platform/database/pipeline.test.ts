// Several callers' statements on one connection: each has its own result, and none can change what the others rely on.
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countStatements } from '../../../testing/count-statements.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { until } from '../../../testing/until.ts';
import { isConnectionLost } from '../lib/database-unavailable.ts';
import { newId } from '../lib/ids.ts';
import type { OpenDatabase } from './open-database.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';
import { given, isAsked, prepared, preparedForMany, preparedSql } from './prepared.ts';
import { users } from './schema.ts';
import type { DatabaseOrTransaction } from './transaction.ts';

let opened: OpenDatabase;
let pipeline: Pipeline;
beforeEach(async () => {
  opened = await openTestDatabase();
  pipeline = createPipeline(opened.connection);
});
afterEach(async () => {
  await pipeline.close();
  await opened.close();
});

const processOf = async (): Promise<number> => (await pipeline.query('select pg_backend_pid() as pid')).rows[0].pid;
const isLost = (work: Promise<unknown>): Promise<boolean> => work.then(() => false, isConnectionLost);
const end = (pid: number) => opened.pool.query('select pg_terminate_backend($1)', [pid]);

test('concurrent statements share a connection, and each has its own result', async () => {
  const asked = Array.from({ length: 50 }, (_, number) =>
    pipeline.query({ name: 'twice', text: 'select $1::int * 2 as twice, pg_backend_pid() as pid', values: [number] }),
  );
  const rows = (await Promise.all(asked)).map((result) => result.rows[0]);
  expect(rows.map(({ twice }) => twice)).toEqual(asked.map((_, number) => number * 2));
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
});

test('a failing statement does not affect the others', async () => {
  const failing = { name: 'divide', text: 'select 1 / $1::int as result', values: [0] };
  const [before, broken, unparsed, after] = await Promise.allSettled([
    pipeline.query({ ...failing, values: [1] }),
    pipeline.query(failing),
    pipeline.query('select from nowhere'),
    pipeline.query({ ...failing, values: [1] }),
  ]);
  expect([before, after]).toMatchObject([
    { status: 'fulfilled', value: { rows: [{ result: 1 }] } },
    { status: 'fulfilled', value: { rows: [{ result: 1 }] } },
  ]);
  expect([broken, unparsed]).toMatchObject([{ reason: { code: '22012' } }, { reason: { code: '42P01' } }]);
});

test('if the connection is lost, its statements fail as temporary, and the next one gets a new connection', async () => {
  const first = await processOf();
  const waiting = [isLost(pipeline.query('select pg_sleep(60)')), isLost(pipeline.query('select 1'))];
  await end(first);
  expect(await Promise.all(waiting)).toEqual([true, true]);
  const second = await processOf();
  expect(second).not.toBe(first);
  await end(second);
  await until(() => processOf().catch(() => second)).not.toBe(second);
});

test('an unreachable server fails the statement, and the next one tries again', async () => {
  const lost = createPipeline({ ...opened.connection, database: 'nowhere' });
  for (let turn = 0; turn < 2; turn += 1) await expect(lost.query('select 1')).rejects.toMatchObject({ code: '3D000' });
  await lost.close();
});

test('closing waits for running statements', async () => {
  const running = pipeline.query('select pg_sleep(0.1), 1 as one');
  await pipeline.close();
  expect((await running).rows).toMatchObject([{ one: 1 }]);
});

const countUsers = preparedSql<{ n: number }>(
  'test_count_users',
  sql`select count(*)::int as n from ${users}`,
  'reads',
);
const renameUsers = preparedSql('test_rename_users', sql`update ${users} set first_name = 'Eve'`, 'reads');
const findUser = prepared(
  'test_lock_user',
  (database) =>
    database
      .select()
      .from(users)
      .where(eq(users.id, given('id')))
      .for('update'),
  'reads',
);
const readCommitMode = preparedSql<{ setting: string; source: string }>(
  'test_commit_mode',
  sql`select setting, source from pg_settings where name = 'synchronous_commit'`,
  'counts',
);

test('a statement for reads that writes or locks is refused', async () => {
  await expect(renameUsers(opened.database)).rejects.toMatchObject({ cause: { code: '25006' } });
  await expect(findUser(opened.database, { id: newId(new Date(0)) })).rejects.toMatchObject({
    cause: { code: '25006' },
  });
  expect(await countUsers(opened.database)).toEqual([{ n: 0 }]);
});

test("a statement for reads in a transaction sees the transaction's writes", async () => {
  await opened.database.transaction(async (tx) => {
    await tx.insert(users).values({ id: newId(new Date(0)), email: 'ada@example.com', createdAt: new Date(0) });
    expect(await countUsers(tx)).toEqual([{ n: 1 }]);
    expect(await countUsers(opened.database)).toEqual([{ n: 0 }]);
  });
  expect(await countUsers(opened.database)).toEqual([{ n: 1 }]);
});

test('a count of tries commits without waiting for the disk, and no other statement does', async () => {
  expect(await readCommitMode(opened.database)).toEqual([{ setting: 'off', source: 'client' }]);
  const [inTransaction] = await opened.database.transaction((tx) => readCommitMode(tx));
  expect(inTransaction?.source).not.toBe('client');
});

const readNamesake = preparedForMany('test_read_namesakes', (database) =>
  database.select({ key: users.email, id: users.id }).from(users).where(isAsked(users.email)).orderBy(users.id),
);
const insertUser = (database: DatabaseOrTransaction, email: string, id = newId(new Date(0))) =>
  database.insert(users).values({ id, email, createdAt: new Date(0) });

test('callers who read by a key in one turn of the event loop share a statement, and each gets only their own rows', async () => {
  const ids = [newId(new Date(0)), newId(new Date(0))] as const;
  await insertUser(opened.database, 'ada@example.com', ids[0]);
  await insertUser(opened.database, 'eve@example.com', ids[1]);
  const read = (email: string) => readNamesake(opened.database, email);
  const asked = ['ada@example.com', 'eve@example.com', 'nobody@example.com', 'ada@example.com'];
  const found: unknown[] = [];
  const readAll = async () => void found.push(...(await Promise.all(asked.map(read))));
  expect(await countStatements(readAll)).toHaveLength(1);
  const [ada, eve] = [
    { key: asked[0], id: ids[0] },
    { key: asked[1], id: ids[1] },
  ];
  expect(found).toEqual([[ada], [eve], [], [ada]]);
});

test('a shared statement in a transaction is part of that transaction', async () => {
  await opened.database.transaction(async (tx) => {
    await insertUser(tx, 'ada@example.com');
    const [inside, outside] = await Promise.all(
      [tx, opened.database].map((one) => readNamesake(one, 'ada@example.com')),
    );
    expect(inside).toHaveLength(1);
    expect(outside).toEqual([]);
  });
});
