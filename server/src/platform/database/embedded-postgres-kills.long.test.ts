// The embedded server survives kill -9 of each of its processes and users, without losing a committed row. embedded-postgres-kills.test.ts
// kills all of them together.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { answerOf, kill, PostgresUsers, query, serverProcesses } from '../../../testing/postgres-user.ts';
import { until } from '../../../testing/until.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { openPool } from './open-database.ts';

const keepRows = (connection: pg.ClientConfig) =>
  query(connection, 'create table kept as select generate_series(1, 1000) as number');

async function expectRowsKept(dataDirectory: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDirectory });
  try {
    expect(await query(server.connection, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
  } finally {
    await server.stop();
  }
}

test('after its user is killed the server stops, and the next start has every committed row', async () => {
  await using users = new PostgresUsers();
  const user = users.spawn();
  await keepRows((await answerOf(user)).connection);
  await kill(user);
  await users.serverHasStopped();
  await expectRowsKept(users.dataDirectory);
});

test('after its watchdog is killed the next start stops the old server', async () => {
  await using users = new PostgresUsers();
  const user = users.spawn();
  const { connection } = await answerOf(user);
  await keepRows(connection);
  const { watchdog } = await serverProcesses(connection);
  for (const pid of watchdog) process.kill(pid, 'SIGKILL');
  await kill(user);
  await expectRowsKept(users.dataDirectory);
});

test('the server starts when another process of the same account has its old process id', async () => {
  await using users = new PostgresUsers();
  const user = users.spawn();
  const { connection } = await answerOf(user);
  await keepRows(connection);
  const { postgres, watchdog } = await serverProcesses(connection);
  for (const pid of [...watchdog, postgres]) process.kill(pid, 'SIGKILL');
  await kill(user);
  const cluster = path.join(users.dataDirectory, 'cluster');
  const lock = path.join(cluster, 'postmaster.pid');
  const { uid, gid } = statSync(cluster);
  const bystander = spawn('sleep', ['60'], { uid, gid, cwd: '/', stdio: 'ignore' });
  try {
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(bystander.pid)));
    await expectRowsKept(users.dataDirectory);
  } finally {
    await kill(bystander);
  }
});

/** The stages of a first start, by what appears in the data directory. */
const moments = {
  'the unfinished cluster': (names: string[]) => names.some((name) => name.startsWith('draft-')),
  'the cluster': (names: string[]) => names.includes('cluster'),
  'the folder of the socket': (names: string[]) => names.some((name) => name.startsWith('run-')),
};

test.each(Object.entries(moments))(
  'after a first start is killed when %s appears, the next one works',
  async (_, seen) => {
    await using users = new PostgresUsers();
    const { dataDirectory } = users;
    const user = users.spawn();
    await vi.waitFor(() => expect(seen(existsSync(dataDirectory) ? readdirSync(dataDirectory) : [])).toBe(true), {
      timeout: 60_000,
      interval: 1,
    });
    await kill(user);
    const server = await startEmbeddedPostgres({ dataDirectory });
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(readdirSync(dataDirectory).sort()).toEqual(['cluster', 'server.log']);
  },
);

test('after several users are killed in a row each start waits for the old server to stop', async () => {
  await using users = new PostgresUsers();
  for (let round = 0; round < 5; round += 1) {
    const user = users.spawn();
    const { connection } = await answerOf(user);
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    user.kill('SIGKILL');
  }
});

/** Writes on several connections concurrently until the pool ends. */
function writeContinuously(pool: pg.Pool): void {
  const write = async (): Promise<void> => {
    const filler = 'insert into kept select number from generate_series(1, 100) as number';
    await pool.query(filler).catch(() => vi.waitFor(() => pool.query('select 1'), { timeout: 60_000 }));
    if (!pool.ending) setImmediate(write);
  };
  for (let writer = 0; writer < 4; writer += 1) setImmediate(write);
}

test('after its main process is killed the server is restarted at the same address', async () => {
  await using users = new PostgresUsers();
  const { dataDirectory } = users;
  const logged: string[] = [];
  const server = await startEmbeddedPostgres({ dataDirectory, log: (message) => logged.push(message) });
  await keepRows(server.connection);
  for (let round = 0; round < 2; round += 1) {
    process.kill(
      Number(readFileSync(path.join(dataDirectory, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    await vi.waitFor(
      async () => expect(await query(server.connection, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]),
      { timeout: 60_000, interval: 100 },
    );
  }
  expect(logged).toEqual(Array(2).fill('The database has ended and is started again.'));
  await server.stop();
  await users.serverHasStopped();
});

test('after one backend and then its user are killed under load, the next start works', {
  timeout: 60_000,
}, async () => {
  await using users = new PostgresUsers();
  const rounds = Number(process.env.BACKEND_KILLS ?? 2);
  await keepRows((await answerOf(users.spawn())).connection);
  for (let round = 0; round < rounds; round += 1) {
    const user = users.spawn();
    const { connection } = await answerOf(user);
    const pool = openPool(connection, { poolSize: 5, log: () => {} });
    writeContinuously(pool);
    const others = 'select pid from pg_stat_activity where pid <> pg_backend_pid() and datname is not null limit 1';
    const findOther = async () => (await pool.query(others)).rows[0]?.pid;
    await until(findOther).toBeDefined(); // the first write may not have connected yet
    process.kill(await findOther(), 'SIGKILL');
    await kill(user);
    await pool.end();
    const next = await startEmbeddedPostgres({ dataDirectory: users.dataDirectory });
    expect(await query(next.connection, 'select count(*) >= 1000 as kept from kept')).toEqual([{ kept: true }]);
    await next.stop();
  }
});
