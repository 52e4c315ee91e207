// The embedded server: one per folder, shared by several processes, reachable only by its socket.
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, PostgresUsers, query } from '../../../testing/postgres-user.ts';
import { logRoomMegabytes, reserveLogRoom } from './embedded/reserve-log-room.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

test('the first start creates a cluster with checksums, reachable by a socket in its folder and not by a port', async () => {
  await using users = new PostgresUsers();
  const { dataDirectory } = users;
  const server = await startEmbeddedPostgres({ dataDirectory });
  expect(server.attached).toBe(false);
  expect(server.connection.host).toContain(dataDirectory);
  expect(await query(server.connection, 'show data_checksums')).toEqual([{ data_checksums: 'on' }]);
  expect(await query(server.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  await server.stop();
});

test('a second user joins, and the server stops when the last one leaves', async () => {
  await using users = new PostgresUsers();
  const { dataDirectory } = users;
  const first = await startEmbeddedPostgres({ dataDirectory });
  const second = await startEmbeddedPostgres({ dataDirectory });
  expect(second.attached).toBe(true);
  await first.stop();
  expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
  await users.serverHasStopped();
});

test('several concurrent first starts start one server, and the others join it', async () => {
  await using users = new PostgresUsers();
  const answers = await Promise.all([users.spawn(), users.spawn(), users.spawn()].map(answerOf));
  expect(answers.map((answer) => answer.attached).sort()).toEqual([false, true, true]);
  expect(new Set(answers.map((answer) => realpathSync(String(answer.connection.host)))).size).toBe(1);
});

test('a folder works even if its name has a comma and a space and is too long for a socket', async () => {
  await using users = new PostgresUsers();
  users.dataDirectory = path.join(users.folder, 'a, b'.padEnd(100, 'x'), 'postgres');
  const server = await startEmbeddedPostgres({ dataDirectory: users.dataDirectory });
  expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('any account that starts the server, even root, can use it below a folder that nobody else may enter', async () => {
  await using users = new PostgresUsers();
  chmodSync(users.folder, 0o700);
  const { dataDirectory } = users;
  const server = await startEmbeddedPostgres({ dataDirectory });
  expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('a setting that PostgreSQL refuses is reported with its message', async () => {
  await using users = new PostgresUsers();
  const { dataDirectory } = users;
  mkdirSync(dataDirectory);
  const start = startEmbeddedPostgres({ dataDirectory, settings: { shared_buffers: 'a lot' } });
  await expect(start).rejects.toThrow('invalid value for parameter "shared_buffers"');
});

test('disk space for the write-ahead log is allocated in advance and kept', async () => {
  await using users = new PostgresUsers();
  const server = await startEmbeddedPostgres({ dataDirectory: users.dataDirectory });
  await reserveLogRoom(server.connection);
  const megabytes = 'select sum(size)::int / 1024 / 1024 as megabytes from pg_ls_waldir()';
  expect(await query(server.connection, megabytes)).toEqual([{ megabytes: logRoomMegabytes }]);
  await query(server.connection, 'checkpoint');
  expect(await query(server.connection, megabytes)).toEqual([{ megabytes: logRoomMegabytes }]);
  await server.stop();
});
