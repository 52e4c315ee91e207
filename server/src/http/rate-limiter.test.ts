// Limits apply to each network and action separately, and an uncounted try leaves no trace.
import { expect, test } from 'vitest';
import { systemClock } from '../platform/lib/clock.ts';
import { createRateLimiter, refuseOver } from './rate-limiter.ts';

const limit = { tries: 3, seconds: 60 };
function limiterAt(start: string, maxWindows?: number) {
  let now = new Date(start);
  const limiter = createRateLimiter({
    clock: { ...systemClock, now: () => now },
    factor: 1,
    digestKey: (key) => key,
    countTry: async (_, { endsAt }) => ({ tries: 1, endsAt }),
    uncountTry: async () => {},
    ...(maxWindows && { maxWindows }),
  });
  return { limiter, wait: (seconds: number) => (now = new Date(now.getTime() + seconds * 1000)) };
}

test('a try over the limit is refused with the time to try again, and allowed after that time', async () => {
  const { limiter, wait } = limiterAt('2026-01-01T00:00:00Z');
  for (let i = 0; i < 3; i++) await limiter.take('sign-in', '192.0.2.7', limit);
  await expect(limiter.take('sign-in', '192.0.2.7', limit)).rejects.toMatchObject({
    code: 'too-many-requests',
    extras: { retryAt: new Date('2026-01-01T00:01:00Z') },
  });
  wait(60);
  await limiter.take('sign-in', '192.0.2.7', limit);
});

test('an uncounted try leaves neither a count nor a window', async () => {
  const { limiter, wait } = limiterAt('2026-01-01T00:00:00Z');
  await limiter.take('sign-in', '192.0.2.7', limit);
  await limiter.putBack('sign-in', '192.0.2.7');
  wait(30);
  for (let i = 0; i < 3; i++) await limiter.take('sign-in', '192.0.2.7', limit);
  await expect(limiter.take('sign-in', '192.0.2.7', limit)).rejects.toMatchObject({
    extras: { retryAt: new Date('2026-01-01T00:01:30Z') },
  });
});

test("one network or action does not use up another's tries", async () => {
  const { limiter } = limiterAt('2026-01-01T00:00:00Z');
  for (let i = 0; i < 3; i++) await limiter.take('sign-in', '192.0.2.7', limit);
  await limiter.take('sign-in', '192.0.2.8', limit);
  await limiter.take('verify', '192.0.2.7', limit);
});

interface Counted {
  key: string;
  endsAt: Date;
}

/** A limiter with these durable counts, which records what it counted and uncounted. */
function recordedLimiter({ factor = 1, tries = 1, digestKey = (key: string) => key } = {}) {
  const now = new Date('2026-01-01T00:00:00Z');
  const counted: Counted[] = [];
  const uncounted: string[] = [];
  const limiter = createRateLimiter({
    clock: { ...systemClock, now: () => now },
    factor,
    digestKey,
    async countTry(key, { endsAt }) {
      counted.push({ key, endsAt });
      return { tries, endsAt };
    },
    uncountTry: async (key) => void uncounted.push(key),
  });
  return { limiter, now, counted, uncounted };
}
const durable = { ...limit, durable: true };

test('the remaining tries count down past zero, from the limit times the factor', async () => {
  const { limiter, now } = recordedLimiter({ factor: 2 });
  const endsAt = new Date(now.getTime() + 60_000);
  for (const left of [5, 4, 3, 2, 1, 0, -1]) {
    expect(await limiter.count('verify', 'a', limit)).toEqual({ tries: 6, left, endsAt });
  }
  expect(() => refuseOver({ tries: 1, left: 0, endsAt })).not.toThrow();
  expect(() => refuseOver({ tries: 1, left: -1, endsAt })).toThrow(
    expect.objectContaining({ code: 'too-many-requests', extras: { retryAt: endsAt } }),
  );
});

test('a limit may have its own refusal', async () => {
  const { limiter } = recordedLimiter();
  const own = { tries: 0, seconds: 60, refusal: 'service-busy' as const };
  await expect(limiter.take('verify', 'a', own)).rejects.toMatchObject({ code: 'service-busy' });
});

test('calls that could be used to guess are counted in the database; others are not, nor are those already over the limit', async () => {
  const { limiter, now, counted } = recordedLimiter();
  await limiter.take('list', 'a', limit);
  expect(counted).toEqual([]);
  for (let i = 0; i < 3; i += 1) await limiter.take('guess', 'a', durable);
  await expect(limiter.take('guess', 'a', durable)).rejects.toMatchObject({ code: 'too-many-requests' });
  const endsAt = new Date(now.getTime() + 60_000);
  expect(counted).toEqual(Array.from({ length: 3 }, () => ({ key: 'guess a', endsAt })));
});

test('tries counted by another process also count here', async () => {
  const { limiter } = recordedLimiter({ tries: 4 });
  await expect(limiter.take('guess', 'a', durable)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await recordedLimiter({ tries: 3 }).limiter.count('guess', 'a', durable)).left).toBe(0);
});

test('uncounting one of several tries leaves the others, and uncounting more than were counted gives no extra try', async () => {
  const { limiter, uncounted } = recordedLimiter();
  for (let i = 0; i < 3; i += 1) await limiter.take('guess', 'a', limit);
  await limiter.putBack('guess', 'a');
  await limiter.take('guess', 'a', limit);
  await expect(limiter.take('guess', 'a', limit)).rejects.toMatchObject({ code: 'too-many-requests' });
  await limiter.putBack('guess', 'never counted');
  expect((await limiter.count('guess', 'never counted', limit)).left).toBe(2);
  expect(uncounted).toEqual(['guess a', 'guess never counted']);
});

test('a name of any length is counted, and the database stores only its digest', async () => {
  const { limiter, counted } = recordedLimiter({ digestKey: (key) => `${key.length} characters` });
  await limiter.take('guess', 'x'.repeat(1000), durable);
  expect(counted.map(({ key }) => key)).toEqual(['1006 characters']);
});

test('a flood of networks does not fill the memory: expired windows are removed first, then the oldest', async () => {
  const { limiter, wait } = limiterAt('2026-01-01T00:00:00Z', 100);
  const leftOf = async (network: string, seconds = 600) =>
    (await limiter.count('flood', network, { tries: 10, seconds })).left;
  for (let i = 0; i < 40; i += 1) await leftOf(`open ${i}`);
  for (let i = 0; i < 60; i += 1) await leftOf(`ended ${i}`, 60);
  wait(60);
  expect(await leftOf('open 0')).toBe(8); // the memory is full, and no window has been removed yet
  await leftOf('one more');
  expect(await leftOf('open 0')).toBe(7); // only expired windows were removed, although others are older
  for (let i = 40; i < 100; i += 1) await leftOf(`open ${i}`);
  expect(await leftOf('open 99')).toBe(8); // the newest windows continue to count
  expect(await leftOf('open 0')).toBe(9); // the oldest windows start again
});
