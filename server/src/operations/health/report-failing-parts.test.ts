// The letters to the operator about parts that fail: which, when, and how many.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { letters } from '../../platform/database/schema.ts';
import { DatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import { healthParts } from './health-parts.ts';
import type { FoundPart } from './read-health.ts';
import { createReportFailingParts } from './report-failing-parts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const noon = new Date(app.clock.now().getTime() + 86_400_000);
  noon.setUTCHours(12, 0, 0, 0);
  app.clock.moveTo(noon); // so that no test goes past midnight
  await app.database.delete(letters);
});

const reporter = (different: object = {}) =>
  createReportFailingParts(
    { ...app.services, ...different },
    healthParts({ ...app.services, virusScanner: { probe: async () => {} } }),
  );
const failsNow = (part: string, more: Partial<FoundPart> = {}): FoundPart => ({
  part,
  problem: 'It fails with an error; see the log of the service.',
  since: app.clock.now().toISOString(),
  ...more,
});
const notices = async () =>
  (await app.lettersTo('op@keep.example')).map(({ facts }) => facts as { what: string; details: string[] });

test('HEALTH-2: the operator gets one letter about each part that fails for five minutes, but for those with their own letter', async () => {
  const parts = healthParts({ ...app.services, virusScanner: { probe: async () => {} } });
  const found = parts.filter(({ name }) => name !== 'on-hold').map(({ name }) => failsNow(name));
  const [report, other] = [reporter(), reporter()];
  app.clock.pass({ minutes: 5 });
  for (let checks = 0; checks < 3; checks += 1) await report(found);
  await other(found);
  const withOwnLetter = parts.flatMap(({ name, letterAfterMinutes }) => (letterAfterMinutes === null ? [name] : []));
  expect(withOwnLetter).toEqual(['clock', 'on-hold']);
  const named = found.filter(({ part }) => part !== 'clock').map(({ part }) => part);
  expect((await notices()).map(({ what }) => what).sort()).toEqual(
    named.map((name) => `The part “${name}” of the service does not work`).sort(),
  );
});

test('the letter says since when a part fails and what the operator may know of the cause', async () => {
  const found = failsNow('storage', { cause: 'EACCES: permission denied' });
  app.clock.pass({ minutes: 5, seconds: -1 });
  const report = reporter();
  await report([found]);
  expect(await notices()).toEqual([]);
  app.clock.pass({ seconds: 1 });
  await report([found]);
  expect(await notices()).toMatchObject([
    {
      details: [
        `It fails since ${found.since}. ${found.problem}`,
        found.cause,
        expect.stringContaining('admin -- status'),
      ],
    },
  ]);
});

test('a part that fails again and again is one letter a day', async () => {
  const report = reporter();
  for (let times = 0; times < 3; times += 1) {
    const found = failsNow('disk');
    app.clock.pass({ minutes: 5 });
    await report([found]);
    await report([]);
  }
  expect(await notices()).toHaveLength(1);
});

test('a slow part is not reported, and nothing is while a restored database waits', async () => {
  const slow = failsNow('keys', { isSlow: true });
  const failing = failsNow('storage');
  app.clock.pass({ minutes: 10 });
  await reporter()([slow]);
  await reporter()([failing, failsNow('on-hold')]);
  expect(await notices()).toEqual([]);
});

test('HEALTH-2: a database that was away for longer is reported once it is back', async () => {
  let isAway = true;
  const transaction: typeof app.database.transaction = (work) =>
    isAway ? Promise.reject(new DatabaseUnavailable('away')) : app.database.transaction(work);
  const report = reporter({ database: Object.assign(Object.create(app.database), { transaction }) });
  const found = failsNow('database');
  app.clock.pass({ minutes: 5 });
  await report([found]);
  app.clock.pass({ minutes: 2 });
  isAway = false;
  await report([]);
  await report([]);
  expect(await notices()).toMatchObject([
    {
      what: 'The part “database” of the service did not work',
      details: [
        `It failed from ${found.since} to about ${app.clock.now().toISOString()}, and works again. ${found.problem}`,
        expect.any(String),
      ],
    },
  ]);
});
