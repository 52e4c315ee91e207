// Jobs run once after their commit, wait for years if they must, and leave no secret in the queue's tables.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { createQueue, type Queue } from './queue.ts';

let opened: OpenDatabase;
let queue: Queue;
const logged: string[] = [];
const handled: string[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
  queue = createQueue({ connection: opened.connection, log: (message, error) => logged.push(message, error.message) });
  await queue.start();
  await queue.work('send-letter', async (jobs) => {
    if (jobs.some(({ letterId }) => letterId === 'failing')) throw new Error('the code is K7QXM');
    handled.push(...jobs.map(({ letterId }) => letterId));
  });
});
afterAll(async () => {
  await queue.stop();
  await opened.close();
});

const enqueue = (letterId: string, options?: { startAfter?: Date }) =>
  opened.database.transaction((tx) => queue.enqueue(tx, 'send-letter', [{ letterId }], options));

const rowOf = async (letterId: string) => {
  const columns =
    'state, output::text, start_after, extract(year from age(keep_until, start_after))::int as years_kept';
  const { rows } = await opened.pool.query(`select ${columns} from pgboss.job where data->>'letterId' = $1`, [
    letterId,
  ]);
  return rows[0];
};

test('JOB-1: a job is run when its transaction commits, and never when it is rolled back', async () => {
  const failing = opened.database.transaction(async (tx) => {
    await queue.enqueue(tx, 'send-letter', [{ letterId: 'rolled back' }]);
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  await enqueue('committed');
  await until(() => handled).toContain('committed');
  expect(await rowOf('rolled back')).toBeUndefined();
});

test('JOB-2: a job for later waits for its time, and for years if no worker runs', async () => {
  const startAfter = new Date('2090-01-01T00:00:00Z');
  await enqueue('later', { startAfter });
  const row = await rowOf('later');
  expect(row).toMatchObject({ state: 'created', start_after: startAfter });
  expect(row.years_kept).toBeGreaterThanOrEqual(9);
});

test('JOB-3: of many jobs committed together none waits for a poll, and none is run twice', async () => {
  const burst = Array.from({ length: 25 }, (_, index) => `burst ${index}`);
  const jobs = burst.map((letterId) => ({ letterId }));
  await opened.database.transaction((tx) => queue.enqueue(tx, 'send-letter', jobs));
  const run = () => handled.filter((letterId) => letterId.startsWith('burst'));
  await until(run).toHaveLength(25);
  expect(run().toSorted()).toEqual(burst.toSorted());
});

test('JOB-4: the error of a failing handler goes to the log and never into the table, and the job is retried', async () => {
  await enqueue('failing');
  await until(() => rowOf('failing')).toMatchObject({ state: 'retry' });
  expect(JSON.stringify(await rowOf('failing'))).not.toContain('K7QXM');
  expect(logged.join()).toContain('K7QXM');
});
