import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/open-database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createQueue, type Queue } from './queue.ts';

let opened: OpenDatabase;
let queue: Queue;
const logged: string[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
  queue = createQueue({ connection: opened.connection, log: (message, error) => logged.push(message, error.message) });
  await queue.start();
});
afterAll(async () => {
  await queue.stop();
  await opened.close();
});

const enqueue = (letterId: string, options?: { startAfter?: Date }) =>
  opened.database.transaction((tx) => queue.enqueue(tx, 'send-letter', { letterId }, options));

test('JOB-1: a job exists when its transaction commits, and not when it is rolled back', async () => {
  const failing = opened.database.transaction(async (tx) => {
    await queue.enqueue(tx, 'send-letter', { letterId: 'rolled back' });
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  await enqueue('committed');
  const { rows } = await opened.pool.query('select data from pgboss.job');
  expect(rows).toEqual([{ data: { letterId: 'committed' } }]);
});

test('JOB-2: a waiting job is kept for years, whatever the workers do', async () => {
  await enqueue('waiting');
  const { rows } = await opened.pool.query(
    `select extract(year from age(keep_until, start_after)) as years from pgboss.job where data->>'letterId' = 'waiting'`,
  );
  expect(Number(rows[0].years)).toBeGreaterThanOrEqual(9);
});

test('JOB-2: a job for later waits for its moment', async () => {
  await enqueue('later', { startAfter: new Date('2090-01-01T00:00:00Z') });
  const { rows } = await opened.pool.query(`select start_after from pgboss.job where data->>'letterId' = 'later'`);
  expect(rows[0].start_after).toEqual(new Date('2090-01-01T00:00:00Z'));
});

test('JOB-3: what a failing handler says goes to the log and never into the table, and the job runs again', async () => {
  const { promise: handled, resolve } = Promise.withResolvers<void>();
  await queue.work('send-letter', async ({ letterId }) => {
    if (letterId !== 'failing') return;
    resolve();
    throw new Error('the code is K7QXM');
  });
  await enqueue('failing');
  await handled;
  const row = async () => {
    const { rows } = await opened.pool.query(
      `select state, output::text from pgboss.job where data->>'letterId' = 'failing'`,
    );
    return rows[0];
  };
  await expect.poll(row).toMatchObject({ state: 'retry' });
  expect((await row()).output).not.toContain('K7QXM');
  expect(logged.join()).toContain('K7QXM');
});
