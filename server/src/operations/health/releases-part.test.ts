// A release by date that does not happen is found, and a downtime that is being caught up is not a problem.
import { ada, otto } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { vaults } from '../../platform/database/schema.ts';
import { releaseDueVaults } from '../../vaults/release/release-due-vaults.ts';
import { releasesPart } from './releases-part.ts';

let app: TestApp;
const vaultIds: string[] = [];
beforeAll(async () => {
  app = await openTestApp();
  const inTwoDays = new Date(app.clock.now().getTime() + 2 * 86_400_000).toISOString();
  for (const person of [ada, otto])
    vaultIds.push((await paidVault(app, await signedIn(app, person), { scheduledReleaseDate: inTwoDays })).id);
});
afterAll(() => app.close());
let due: Date;
beforeEach(async () => {
  due = new Date(app.clock.now().getTime() + 3 * 86_400_000);
  await app.database.update(vaults).set({ status: 'active', releasedAt: null, scheduledReleaseDate: due });
  app.clock.moveTo(due);
});

test('HEALTH-3: a release that fails each time is a problem after five minutes, with the vault for the operator only', async () => {
  const part = releasesPart(app.services);
  expect(await part.findProblem()).toBeNull();
  app.clock.pass({ minutes: 5, seconds: -1 });
  expect(await part.findProblem()).toBeNull();
  app.clock.pass({ seconds: 1 });
  await expect(part.findProblem()).rejects.toMatchObject({
    message:
      '2 releases by date or after a wait are overdue, and the oldest have not happened for 5 minutes; see the log of the service.',
    forOperator: expect.stringContaining(vaultIds[0] ?? ''),
  });
  await releaseDueVaults(app.services, { onFailure: () => {} });
  expect(await part.findProblem()).toBeNull();
});

test('while the service catches up after a downtime, the oldest overdue vaults are others each time, and nothing is a problem', async () => {
  const part = releasesPart(app.services);
  const [first = '', second = ''] = vaultIds;
  await app.database.update(vaults).set({ status: 'released', releasedAt: due }).where(eq(vaults.id, second));
  expect(await part.findProblem()).toBeNull();
  app.clock.pass({ minutes: 4 });
  expect(await part.findProblem()).toBeNull();
  await app.database.update(vaults).set({ status: 'released', releasedAt: due }).where(eq(vaults.id, first));
  await app.database.update(vaults).set({ status: 'active', releasedAt: null }).where(eq(vaults.id, second));
  expect(await part.findProblem()).toBeNull();
  app.clock.pass({ minutes: 4 });
  expect(await part.findProblem()).toBeNull();
});

test('the time of a hold does not count', async () => {
  let held = false;
  const restoreHold = { isOn: async () => held };
  const part = releasesPart({ ...app.services, restoreHold });
  expect(await part.findProblem()).toBeNull();
  held = true;
  app.clock.pass({ minutes: 10 });
  expect(await part.findProblem()).toBeNull();
  held = false;
  expect(await part.findProblem()).toBeNull();
});
