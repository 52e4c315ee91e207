// Limits at their boundaries: the last try, the last second, a flood of networks, and many concurrent processes.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { rateLimits } from '../platform/database/schema.ts';
import { countTry, forgetEndedWindows, uncountTry } from './rate-limit-store.ts';
import { createRateLimiter } from './rate-limiter.ts';

let opened: OpenDatabase;
let clock: TestClock;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  clock = createTestClock();
  await opened.database.delete(rateLimits);
});

/** The limiter of one process. */
const limiterOf = (factor = 1) =>
  createRateLimiter({
    clock,
    factor,
    digestKey: (key) => key,
    countTry: (key, count) => countTry(opened.database, key, count),
    uncountTry: (key) => uncountTry(opened.database, key),
  });
const inMemory = () =>
  createRateLimiter({
    clock,
    factor: 1,
    digestKey: (key) => key,
    countTry: () => Promise.reject(new Error('counted')),
    uncountTry: async () => {},
  });
const isAllowed = (taken: Promise<void>) =>
  taken.then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ code: 'too-many-requests', extras: { retryAt: expect.any(Date) } });
      return false;
    },
  );
const limit = { tries: 3, seconds: 60 };
const durable = { ...limit, durable: true };

test.each([
  ['in memory', limit],
  ['across processes', durable],
])('a limit counted %s applies until its last second, and then restarts', async (_, rule) => {
  const limiter = limiterOf();
  const take = () => isAllowed(limiter.take('sign-in', '192.0.2.7', rule));
  expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false]);
  clock.pass({ seconds: 59 });
  expect(await take()).toBe(false);
  clock.pass({ seconds: 1 });
  expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false]);
});

test.each([
  ['in memory', limit],
  ['across processes', durable],
])('a limit counted %s while the clock was years ahead ends when the clock is corrected', async (_, rule) => {
  const limiter = limiterOf();
  const take = () => isAllowed(limiter.take('sign-in', '192.0.2.7', rule));
  clock.set({ days: 730 });
  expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false]);
  clock.set({ days: -730 });
  expect([await take(), await take(), await take(), await take()]).toEqual([true, true, true, false]);
});

test('the clock of another process, a second behind, gives nobody more tries', async () => {
  const take = () => isAllowed(limiterOf().take('sign-in', '192.0.2.7', durable));
  expect([await take(), await take()]).toEqual([true, true]);
  clock.set({ seconds: -1 });
  expect([await take(), await take()]).toEqual([true, false]);
});

test('many concurrent tries in many processes are allowed exactly up to the limit', async () => {
  const processes = Array.from({ length: 4 }, () => limiterOf(2));
  const tries = processes.flatMap((limiter) => Array.from({ length: 6 }, () => limiter.take('verify', 'a', durable)));
  expect((await Promise.all(tries.map(isAllowed))).filter(Boolean)).toHaveLength(6);
});

test('a process that starts later counts the previous tries', async () => {
  const before = limiterOf();
  for (let tries = 0; tries < 3; tries += 1) await before.take('verify', 'a', durable);
  expect(await isAllowed(limiterOf().take('verify', 'a', durable))).toBe(false);
  expect(await isAllowed(limiterOf().take('verify', 'b', durable))).toBe(true);
});

test('for any tries at any times no window ever allows more than its limit', async () => {
  const steps = fc.array(fc.record({ wait: fc.nat(40), network: fc.constantFrom('a', 'b') }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const limiter = inMemory();
      const allowed: Record<string, number[]> = { a: [], b: [] };
      for (const { wait, network } of taken) {
        clock.pass({ seconds: wait });
        const times = allowed[network] ?? [];
        const isOneOfTheFirst = times.length < limit.tries;
        const granted = await isAllowed(limiter.take('x', network, limit));
        if (isOneOfTheFirst) expect(granted).toBe(true);
        if (granted) times.push(clock.now().getTime());
      }
      // A window starts with its first try, so a minute touches at most two windows.
      for (const times of Object.values(allowed)) {
        for (const at of times) expect(times.filter((one) => one >= at && one < at + 60_000).length).toBeLessThan(7);
      }
    }),
    { numRuns: 50 },
  );
});

test('a refusal names the moment when the next try is allowed, and that try is allowed', async () => {
  const limiter = limiterOf();
  for (let tries = 0; tries < 3; tries += 1) {
    await limiter.take('verify', 'a', durable);
    clock.pass({ seconds: 7 });
  }
  const refused = await limiter.take('verify', 'a', { ...durable, refusal: 'busy' }).catch((error) => error);
  expect(refused).toMatchObject({ code: 'busy' });
  clock.moveTo(new Date(refused.extras.retryAt.getTime() - 1));
  expect(await isAllowed(limiter.take('verify', 'a', durable))).toBe(false);
  clock.moveTo(refused.extras.retryAt);
  expect(await isAllowed(limiter.take('verify', 'a', durable))).toBe(true);
});

test('uncounting a correct try leaves the wrong ones counted, and at zero deletes the row', async () => {
  const limiter = limiterOf();
  await limiter.take('sign-in', 'a', durable);
  await limiter.take('sign-in', 'a', durable);
  await limiter.putBack('sign-in', 'a');
  expect(await opened.database.select().from(rateLimits)).toMatchObject([{ tries: 1 }]);
  await limiter.putBack('sign-in', 'a');
  await limiter.putBack('sign-in', 'a');
  await limiter.putBack('sign-in', 'nobody');
  expect(await opened.database.select().from(rateLimits)).toEqual([]);
});

test('a flood of networks does not fill the memory, and a network that is over its limit stays over it', {
  tags: 'long',
}, async () => {
  const limiter = inMemory();
  const short = { tries: 3, seconds: 1 };
  for (let network = 0; network < 60_000; network += 1) await limiter.count('x', `ended ${network}`, short);
  clock.pass({ seconds: 2 });
  for (let tries = 0; tries < 4; tries += 1) await limiter.count('x', 'guessing', limit);
  for (let network = 0; network < 45_000; network += 1) await limiter.count('x', `open ${network}`, limit);
  expect(await isAllowed(limiter.take('x', 'guessing', limit))).toBe(false);
});

test('only expired windows are removed', async () => {
  const limiter = limiterOf();
  await limiter.take('verify', 'early', durable);
  clock.pass({ seconds: 1 });
  await limiter.take('verify', 'late', durable);
  clock.pass({ seconds: 59 });
  await forgetEndedWindows(opened.database, clock.now());
  const left = await opened.database.select().from(rateLimits);
  expect(left.map(({ key }) => key)).toEqual(['verify late']);
});
