// The application keeps working while its database connections are repeatedly terminated under load.
import { api } from '@remembrance/contract/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const rounds = Number(process.env.TERMINATIONS ?? 8);
const callers = 6;

// The only query of this test that may fail, because it also terminates its own connection.
const endEveryConnection = () =>
  app.database
    .execute('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
    .catch(() => undefined);

test('if every connection is terminated under load, each call is answered or refused with Retry-After, and the next ones work', async () => {
  const answers = new Map<string, number>();
  let over = false;
  const ask = async (number: number): Promise<void> => {
    for (let count = 0; !over; count += 1) {
      const email = `ada-${number}-${count}@example.com`;
      const answer = await app.caller().call(api.requestPasswordReset, { body: { email } });
      if (answer.statusCode === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const code = answer.statusCode === 503 ? answer.json().code : String(answer.statusCode);
      answers.set(code, (answers.get(code) ?? 0) + 1);
      await app.caller().call(api.verifyExecutor, { body: { accessCode: 'AAAAA-AAAAA-AAAAA-AAAAA' } });
    }
  };
  const asking = Array.from({ length: callers }, (_, number) => ask(number));
  for (let round = 0; round < rounds; round += 1) {
    const answered = answers.get('200') ?? 0;
    await endEveryConnection();
    // The next round starts once calls are answered again.
    while ((answers.get('200') ?? 0) <= answered) await new Promise((resolve) => setImmediate(resolve));
  }
  over = true;
  await Promise.all(asking);
  expect([...answers.keys()].filter((code) => code !== '200' && code !== 'database-unavailable')).toEqual([]);
  expect((await app.caller().call(api.readiness)).statusCode).toBe(200);
});
