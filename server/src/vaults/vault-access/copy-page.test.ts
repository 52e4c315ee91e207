// The page in a recipient's copy, wherever the server runs.
import { afterEach, expect, test, vi } from 'vitest';

// The next file shares the process, and must not get another zone's functions.
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each(['Pacific/Kiritimati', 'America/New_York'])('a server in %s writes the day in UTC', async (zone) => {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { dayInFull } = await import('./copy-page.ts');
  const days = ['2026-11-21T00:30:00Z', '2026-11-21T23:30:00Z'].map((at) => dayInFull(new Date(at)));
  expect(days).toEqual(['November 21, 2026', 'November 21, 2026']);
});
