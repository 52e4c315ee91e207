// The last second in which an owner can restore a deleted account or use a session.
import { api } from '@remembrance/contract/api.ts';
import { accountUndoDays, sessionDays } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, signedIn, signInBy } from '../../testing/people.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { findUser } from '../people/users/user-store.ts';
import { insertCustomer } from '../plans/customer-store.ts';
import { purgeAccounts } from './purge-accounts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const signIn = async (owner: Owner) => (await signInBy(app, app.caller(), owner)).statusCode;
const isThere = async ({ id }: Owner) => (await findUser(app.database, id)) !== null;
const isSignedIn = async (owner: Owner) => (await owner.call(api.getUser)).statusCode === 200;

test('until its last second, signing in restores a deleted account, and no purge removes it', async () => {
  const owner = await newOwner();
  await owner.ask(api.deleteAccount);
  app.clock.pass({ days: accountUndoDays, seconds: -1 });
  await purgeAccounts(app.services);
  expect(await signIn(owner)).toBe(200);
  app.clock.pass({ days: 1 });
  await purgeAccounts(app.services);
  expect(await isThere(owner)).toBe(true);
});

test('after that it cannot be restored, and the purge removes it', async () => {
  const owner = await newOwner();
  await owner.ask(api.deleteAccount);
  app.clock.pass({ days: accountUndoDays });
  expect(await signIn(owner)).toBe(403);
  expect(await isThere(owner)).toBe(true);
  await Promise.all([purgeAccounts(app.services), purgeAccounts(app.services)]);
  expect(await isThere(owner)).toBe(false);
  expect(await signIn(owner)).toBe(403);
});

test('a purge that cannot remove an account reports it, and removes the others', async () => {
  const [first, second] = [await newOwner(), await newOwner()];
  for (const owner of [first, second]) await owner.ask(api.deleteAccount);
  await insertCustomer(app.database, { id: 'cus_away', userId: first.id, mode: 'test' }, app.clock.now());
  app.clock.pass({ days: accountUndoDays });
  const reported: string[] = [];
  const paymentGateway = { ...app.services.paymentGateway, deleteCustomer: () => Promise.reject(new Error('away')) };
  await purgeAccounts({ ...app.services, paymentGateway, reportFailure: (what) => void reported.push(what) });
  expect(reported).toEqual(['an account could not be purged yet']);
  expect([await isThere(first), await isThere(second)]).toEqual([true, false]);
});

test('an unused session works until the last second of seven days, and not after it', async () => {
  const [early, late] = [await newOwner(), await newOwner()];
  app.clock.pass({ days: 7, seconds: -1 });
  expect(await isSignedIn(early)).toBe(true);
  app.clock.pass({ seconds: 1 });
  expect(await isSignedIn(late)).toBe(false);
  expect(await isSignedIn(early)).toBe(true);
});

test('a session that is used every day expires after thirty days, to the second', async () => {
  const owner = await newOwner();
  for (let day = 1; day < sessionDays; day += 1) {
    app.clock.pass({ days: 1 });
    expect(await isSignedIn(owner), `day ${day}`).toBe(true);
  }
  app.clock.pass({ days: 1, seconds: -1 });
  expect(await isSignedIn(owner)).toBe(true);
  app.clock.pass({ seconds: 1 });
  expect(await isSignedIn(owner)).toBe(false);
});
