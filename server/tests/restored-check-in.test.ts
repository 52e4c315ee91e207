// A restore and the check-in: what the owner chose after the backup is followed, and no old silence is believed.
import { api } from '@remembrance/contract/api.ts';
import { ada } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followJournal } from '../src/operations/restore/follow-journal.ts';
import { liftHold } from '../src/operations/restore/lift-hold.ts';
import { executors, journalChanges, journalHead, letters, users, vaults } from '../src/platform/database/schema.ts';
import { writeJournal } from '../src/records/journal/journal-writer.ts';
import { openRestoreHold } from '../src/records/journal/restore-hold.ts';
import { runCheckIns } from '../src/vaults/check-in/run-check-ins.ts';
import { refuseYearly } from '../src/vaults/executors/yearly-store.ts';
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

/** @returns a restore of the accounts, vaults and executors as they are now: the journal keeps its later lines */
async function backUp(): Promise<() => Promise<void>> {
  const { database, services } = app;
  await writeJournal(services);
  const [accounts, ofVaults, people, heads] = [
    await database.select().from(users),
    await database.select().from(vaults),
    await database.select().from(executors),
    await database.select().from(journalHead),
  ];
  return async () => {
    await writeJournal(services);
    for (const row of accounts) await database.update(users).set(row).where(eq(users.id, row.id));
    for (const row of ofVaults) await database.update(vaults).set(row).where(eq(vaults.id, row.id));
    for (const row of people) await database.update(executors).set(row).where(eq(executors.id, row.id));
    await database.delete(journalChanges);
    for (const head of heads) await database.update(journalHead).set(head);
    await openRestoreHold(services);
    expect(await services.restoreHold.isOn()).toBe(true);
    await followJournal(services);
  };
}

async function lift(): Promise<void> {
  const followed = (await followJournal(app.services)) ?? expect.fail('there is no hold');
  await app.database.transaction((tx) => liftHold(app.services, tx, followed));
}

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

test('CHECK-3: what was turned on after the backup is on after the restore, and the next question is not due at once', async () => {
  const restore = await backUp();
  await choose();
  await app.database.transaction(async (tx) => refuseYearly(tx, (await executor()).id));
  await restore();
  expect(await account()).toMatchObject({ checkInMonths: 1 });
  expect((await account()).yearlyAt).not.toBeNull();
  expect((await vault()).checkIn).toBe('ask-executors');
  expect((await executor()).refusesYearly).toBe(true);
  await lift();
  await runCheckIns(app.services);
  expect(await account()).toMatchObject({ checkInRoundAt: null, checkInStep: 0 });
});

test('CHECK-3: what was turned off after the backup is off after the restore', async () => {
  await choose();
  const restore = await backUp();
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
  const restore = await backUp();
  // Something else that the journal knows and the backup does not.
  await app.database.transaction(async (tx) => refuseYearly(tx, (await executor()).id));
  await restore();
  expect(await account()).toMatchObject({ checkInStep: 4 });
  await lift();
  await runCheckIns(app.services);
  expect(await account()).toMatchObject({ checkInStep: 1 });
  const kinds = (await app.database.select({ kind: letters.kind }).from(letters)).map(({ kind }) => kind);
  expect(kinds).not.toContain('executor-check-in');
});
