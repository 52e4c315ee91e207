// A restore and the check-in: the restored service follows what the owner chose after the backup, and ignores a silence from before it.
import { api } from '@remembrance/contract/api.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executors, letters, users, vaults } from '../src/platform/database/schema.ts';
import { runCheckIns } from '../src/vaults/check-in/run-check-ins.ts';
import { backUp, lift } from '../testing/back-up.ts';
import { type Owner, paidVault, signedIn } from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let owner: Owner;
let vaultId: string;
beforeEach(async () => {
  app = await openTestApp();
  owner = await signedIn(app, ada);
  ({ id: vaultId } = await paidVault(app, owner));
});
afterEach(() => app.close());

const choose = (changes: object = {}) =>
  owner.ask(api.chooseCheckIn, {
    body: { months: 1, pausedUntil: null, vaultIds: [vaultId], yearly: true, ...changes },
  });
const account = async () => (await app.database.select().from(users))[0] ?? expect.fail();
const vault = async () => (await app.database.select().from(vaults))[0] ?? expect.fail();
const executor = async () => (await app.database.select().from(executors))[0] ?? expect.fail();
async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    app.clock.pass({ days: 1 });
    await app.services.clockWatch.trustedNow();
  }
}

test('CHECK-3: a check-in that was turned on after the backup is on after the restore, and the next question is not due at once', async () => {
  const restore = await backUp(app);
  await choose();
  await app.database.update(executors).set({ refusesYearly: true });
  await restore();
  expect(await account()).toMatchObject({ checkInMonths: 1 });
  expect((await account()).yearlyAt).not.toBeNull();
  expect((await vault()).checkIn).toBe('ask-executors');
  expect((await executor()).refusesYearly).toBe(true);
  await lift(app);
  await runCheckIns(app.services);
  expect(await account()).toMatchObject({ checkInRoundAt: null, checkInStep: 0 });
});

test('CHECK-3: a check-in that was turned off after the backup is off after the restore', async () => {
  await choose();
  const restore = await backUp(app);
  await choose({ months: null, vaultIds: [], yearly: false });
  await restore();
  expect(await account()).toMatchObject({ checkInMonths: null, checkInNextAt: null, yearlyAt: null });
  expect((await vault()).checkIn).toBe('none');
});

test('CHECK-3: an open round begins again, so nobody is asked because of a silence before the restore', async () => {
  await choose();
  await pass(32);
  const run = async () => {
    await runCheckIns(app.services);
    await app.sendLetters();
    await pass(10);
  };
  for (let times = 0; times < 4; times += 1) await run();
  const restore = await backUp(app);
  // Something else that the journal knows and the backup does not.
  await app.database.update(executors).set({ refusesYearly: true });
  await restore();
  expect(await account()).toMatchObject({ checkInStep: 4 });
  await lift(app);
  await runCheckIns(app.services);
  expect(await account()).toMatchObject({ checkInStep: 1 });
  const kinds = (await app.database.select({ kind: letters.kind }).from(letters)).map(({ kind }) => kind);
  expect(kinds).not.toContain('executor-check-in');
});
