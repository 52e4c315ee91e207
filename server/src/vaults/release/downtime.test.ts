// A service that was down while a release waited: nobody could stop it, and the owner gets another day.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { press, requestsOf, vaultWith, type WaitingVault } from '../../../testing/waiting-vaults.ts';
import { vaults } from '../../platform/database/schema.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { createOutsideClock } from '../../records/clock/outside-clock.ts';
import { createClockWatch } from '../../records/clock/watch-clock.ts';
import { releaseDueVaults } from './release-due-vaults.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const onFailure = (_: string, error: unknown) => {
  throw error;
};
/** No process has run for this long, and a new one looks for what is due. */
async function downFor(hours: number) {
  await releaseDueVaults(app.services, { onFailure });
  app.clock.pass({ hours });
  const outsideClock = createOutsideClock([], app.clock);
  const services = { ...app.services, clockWatch: createClockWatch({ ...app.services, outsideClock }) };
  await releaseDueVaults(services, { onFailure });
}
async function waiting(waitHours: 1 | 24 | 72): Promise<WaitingVault> {
  const vault = await vaultWith(app, { waitHours });
  await press(app, vault);
  await app.sendLetters();
  return vault;
}
const statusOf = async ({ id }: WaitingVault) =>
  (await app.database.select().from(vaults).where(eq(vaults.id, id)))[0]?.status;

test.each([
  [72, 80, 24],
  [24, 30, 24],
  [1, 5, 1],
] as const)(
  'WAIT-9: a wait of %i hours lasts longer if the service was down for all of it, once',
  async (wait, down, more) => {
    const vault = await waiting(wait);
    await downFor(down);
    expect(await statusOf(vault)).toBe('active');
    expect(await requestsOf(app, vault)).toMatchObject([
      { state: 'waiting', dueAt: minutesLater(app.clock.now(), more * 60) },
    ]);
    await downFor(more);
    expect(await statusOf(vault)).toBe('released');
  },
);

test('WAIT-9: a wait ends as planned if the service was down for less than its half, however often', async () => {
  const vault = await waiting(72);
  for (const hours of [30, 12, 30]) await downFor(hours);
  expect(await statusOf(vault)).toBe('released');
});

test('WAIT-9: a wait lasts a day longer if a process that kept running had no database for half of it', async () => {
  const vault = await waiting(24);
  let isAway = false;
  const database = new Proxy(app.database, {
    get(target, name, receiver) {
      if (isAway) throw new Error('the database is away');
      return Reflect.get(target, name, receiver);
    },
  });
  const clockWatch = createClockWatch({ ...app.services, database, outsideClock: createOutsideClock([], app.clock) });
  const look = () => releaseDueVaults({ ...app.services, clockWatch }, { onFailure });
  await look();
  isAway = true;
  await expect(look()).rejects.toThrow('away');
  app.clock.pass({ hours: 30 });
  await expect(look()).rejects.toThrow('away');
  isAway = false;
  await look();
  expect(await statusOf(vault)).toBe('active');
  app.clock.pass({ hours: 24 });
  await look();
  expect(await statusOf(vault)).toBe('released');
});
