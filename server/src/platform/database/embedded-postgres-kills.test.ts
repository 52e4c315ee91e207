// The embedded server survives kill -9 of all processes together, without losing a committed row. The kills of each process and at each
// stage are in embedded-postgres-kills.long.test.ts.
import { expect, test } from 'vitest';
import { answerOf, kill, PostgresUsers, query, serverProcesses } from '../../../testing/postgres-user.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

test('after all processes are killed together, the next start has every committed row', { tags: 'long' }, async () => {
  await using users = new PostgresUsers();
  const user = users.spawn();
  const { connection } = await answerOf(user);
  await query(connection, 'create table kept as select generate_series(1, 1000) as number');
  const { postgres, watchdog } = await serverProcesses(connection);
  for (const pid of [...watchdog, postgres]) process.kill(pid, 'SIGKILL');
  await kill(user);
  const server = await startEmbeddedPostgres({ dataDirectory: users.dataDirectory });
  try {
    expect(await query(server.connection, 'select count(*)::int from kept')).toEqual([{ count: 1000 }]);
  } finally {
    await server.stop();
  }
});
