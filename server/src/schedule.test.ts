// The periodic jobs: a failing one does not stop the others, no job overlaps itself, and a stop waits for running jobs.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paidVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { purgeAccounts } from './account/purge-accounts.ts';
import { users } from './platform/database/schema.ts';
import { daysLater } from './platform/lib/clock.ts';
import { type Schedule, startSchedule } from './schedule.ts';
import type { Services } from './services.ts';
import { remindOwners } from './vaults/release/remind-owners.ts';

let app: TestApp;
let schedule: Schedule | undefined;
let logged: object[];
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  vi.useRealTimers();
  await schedule?.stop();
  schedule = undefined;
});

/** Starts the jobs with some services replaced, each only by the part that the tested jobs use. */
function start(different: object): Schedule {
  const log = { error: (facts: object) => logged.push(facts), warn: () => {}, info: () => {} };
  schedule = startSchedule({ ...app.services, log, ...different } as unknown as Services);
  return schedule;
}
const jobs = () => logged.map((facts) => (facts as { job?: string }).job);

test('a failing job is logged by name, and every other job still runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const write = vi.fn(async () => {});
  const readHealth = () => Promise.reject(new Error('no reply from rosa@example.com'));
  await start({ readHealth, securityLog: { write, note: () => {} } }).runAll();
  expect(jobs()).toEqual(['check the health']);
  expect(write).toHaveBeenCalledTimes(1);
});

test('a job runs again one interval after its last run ended, and never overlaps itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ending: (() => void)[] = [];
  const write = vi.fn(() => new Promise<void>((resolve) => ending.push(resolve)));
  start({ securityLog: { write, note: () => {} } });
  await vi.advanceTimersByTimeAsync(9999);
  expect(write).toHaveBeenCalledTimes(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(write).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(write).toHaveBeenCalledTimes(1);
  ending.pop()?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(write).toHaveBeenCalledTimes(2);
  ending.pop()?.();
});

test('a stop waits for running jobs, and none starts after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let end = () => {};
  const write = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const running = start({ securityLog: { write, note: () => {} } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(write).toHaveBeenCalledTimes(1);
  let isStopped = false;
  const stopping = running.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(1000);
  expect(isStopped).toBe(false);
  end();
  vi.useRealTimers();
  await stopping;
  expect(write).toHaveBeenCalledTimes(1);
});

test('a stopping service leaves the rest of a list to the next start', async () => {
  const owner = await signedIn(app);
  const scheduledReleaseDate = daysLater(app.clock.now(), 3).toISOString();
  await paidVault(app, owner, { scheduledReleaseDate });
  await app.database.update(users).set({ deletedAt: daysLater(app.clock.now(), -100) });
  const stopped = AbortSignal.abort();
  await purgeAccounts({ ...app.services }, stopped);
  expect(await app.database.select().from(users)).toHaveLength(1);
  await app.database.update(users).set({ deletedAt: null });
  const reminders = async () => (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'release-reminder');
  await remindOwners(app.services, stopped);
  expect(await reminders()).toHaveLength(0);
  await remindOwners(app.services);
  expect(await reminders()).toHaveLength(1);
});
