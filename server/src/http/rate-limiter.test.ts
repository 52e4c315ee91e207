// Limits hold for each network and action, and a try that is uncounted leaves no trace.
import { expect, test } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { createRateLimiter } from './rate-limiter.ts';

const limit = { tries: 3, seconds: 60 };
function limiterAt(start: string) {
  let now = new Date(start);
  const limiter = createRateLimiter({
    clock: { ...systemClock, now: () => now },
    factor: 1,
    countTry: async (_key, _now, endsAt) => ({ tries: 1, endsAt }),
    uncountTry: async () => {},
  });
  return { limiter, wait: (seconds: number) => (now = new Date(now.getTime() + seconds * 1000)) };
}

test('NET-2: a try over the limit is refused with the time to try again, and allowed after it', async () => {
  const { limiter, wait } = limiterAt('2026-01-01T00:00:00Z');
  for (let i = 0; i < 3; i++) await limiter.take('sign-in', '192.0.2.7', limit);
  await expect(limiter.take('sign-in', '192.0.2.7', limit)).rejects.toMatchObject({
    code: 'too-many-requests',
    extras: { retryAt: new Date('2026-01-01T00:01:00Z') },
  });
  wait(60);
  await limiter.take('sign-in', '192.0.2.7', limit);
});

test('NET-2: a try that is uncounted leaves neither a count nor a window', async () => {
  const { limiter, wait } = limiterAt('2026-01-01T00:00:00Z');
  await limiter.take('sign-in', '192.0.2.7', limit);
  await limiter.putBack('sign-in', '192.0.2.7');
  wait(30);
  for (let i = 0; i < 3; i++) await limiter.take('sign-in', '192.0.2.7', limit);
  await expect(limiter.take('sign-in', '192.0.2.7', limit)).rejects.toMatchObject({
    extras: { retryAt: new Date('2026-01-01T00:01:30Z') },
  });
});

test('NET-2: one network and one action do not use up the tries of another', async () => {
  const { limiter } = limiterAt('2026-01-01T00:00:00Z');
  for (let i = 0; i < 3; i++) await limiter.take('sign-in', '192.0.2.7', limit);
  await limiter.take('sign-in', '192.0.2.8', limit);
  await limiter.take('verify', '192.0.2.7', limit);
});
