// The periodic jobs: a failing one does not stop the others, no job overlaps itself, and a stop waits for running jobs.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paidVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { purgeAccounts } from './account/purge-accounts.ts';
import { createJobWatch } from './operations/health/job-watch.ts';
import { periodicJobs } from './periodic-jobs.ts';
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

/** Runs one job again and again, replaced by `run`, and returns what its watch finds after each run. */
async function findings(job: ReturnType<typeof periodicJobs>[number], minutes: number[], run: typeof job.run) {
  const jobWatch = createJobWatch(app.clock);
  const restoreHold = { isOn: async () => false };
  const clockWatch = { trustedNow: async () => app.clock.now() };
  const log = { error: () => {} };
  const services = { ...app.services, jobWatch, restoreHold, clockWatch, log, reportFailure: () => {} };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const running = startSchedule(services as unknown as Services, [{ ...job, atStart: false, run }]);
  const found: (string | null)[] = [];
  for (const passed of minutes) {
    void running.runAll();
    await vi.advanceTimersByTimeAsync(0);
    app.clock.pass({ minutes: passed });
    found.push(jobWatch.findProblem());
  }
  vi.useRealTimers();
  return found;
}
const never = new Promise<never>(() => {});

test('every job that fails twice within five minutes, or reports an item that fails each time, is a problem until it succeeds', async () => {
  const jobsOfService = periodicJobs(app.services);
  expect(jobsOfService.length).toBeGreaterThan(20);
  for (const job of jobsOfService) {
    const named = expect.stringContaining(`“${job.name}” has failed 2 times`);
    expect(await findings(job, [4, 1], () => Promise.reject(new Error('away'))), job.name).toEqual([null, named]);
    const ofItem: typeof job.run = async (_, reportFailure) => reportFailure('one vault', new Error('refused'));
    expect(await findings(job, [4, 1], ofItem), job.name).toEqual([null, named]);
    let runs = 0;
    const recovers = async () => {
      runs += 1;
      if (runs < 3) throw new Error('away');
    };
    expect(await findings(job, [4, 1, 1], recovers), job.name).toEqual([null, named, null]);
  }
});

test('every job that does not end is a problem after an hour, or after a day if it goes through everything', async () => {
  for (const job of periodicJobs(app.services)) {
    const { maxRunMinutes = 60 } = job;
    expect(maxRunMinutes, job.name).toBeLessThanOrEqual(24 * 60);
    expect(await findings(job, [maxRunMinutes - 1], () => never), job.name).toEqual([null]);
    const named = expect.stringContaining(`“${job.name}” has run since`);
    expect(await findings(job, [maxRunMinutes], () => never), job.name).toEqual([named]);
  }
});

test('a job that failed is tried again after five minutes, however long its interval is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const run = vi.fn(() => Promise.reject(new Error('away')));
  const log = { error: () => {} };
  const services = { ...app.services, log, jobWatch: createJobWatch(app.clock) } as unknown as Services;
  schedule = startSchedule(services, [{ name: 'yearly', everySeconds: 43_200, onHold: true, run }]);
  await vi.advanceTimersByTimeAsync(43_200_000);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a job runs again one interval after its last run ended, and never overlaps itself', {
  tags: 'long',
}, async () => {
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

test('a stopping service leaves the rest of a list to the next start', { tags: 'long' }, async () => {
  const owner = await signedIn(app);
  const scheduledReleaseDate = daysLater(app.clock.now(), 3).toISOString();
  await paidVault(app, owner, { scheduledReleaseDate });
  await app.database.update(users).set({ deletedAt: daysLater(app.clock.now(), -100) });
  const stopped = AbortSignal.abort();
  await purgeAccounts({ ...app.services }, stopped);
  expect(await app.database.select().from(users)).toHaveLength(1);
  await app.database.update(users).set({ deletedAt: null });
  const reminders = async () => (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'release-reminder');
  await remindOwners(app.services, { signal: stopped });
  expect(await reminders()).toHaveLength(0);
  await remindOwners(app.services);
  expect(await reminders()).toHaveLength(1);
});
