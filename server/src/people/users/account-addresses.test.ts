// Account addresses under load, and when an account is empty: nobody loses a vault, a payment or an address to another.
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftVault, type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertCustomer } from '../../plans/customer-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/lib/ids.ts';
import { envelopeName, greetingName, ownerName } from './owner-name.ts';
import * as store from './user-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = (): Promise<Owner> => signedIn(app, another(ada, ++people));
const inside = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => app.database.transaction(work);
const now = () => app.clock.now();

test('if several accounts claim one address concurrently, one gets it and the others do not change', async () => {
  const owners = await Promise.all([newOwner(), newOwner(), newOwner(), newOwner()]);
  const to = `Shared-${people}@Example.com`;
  const moved = await Promise.all(owners.map(({ id }) => inside((tx) => store.setEmail(tx, id, to, now()))));
  expect(moved.filter(Boolean)).toMatchObject([{ email: to.toLowerCase() }]);
  const found = await Promise.all(owners.map(({ id }) => store.findUser(app.database, id)));
  const kept = found.filter((user, index) => user?.email === owners[index]?.email);
  expect(kept).toHaveLength(3);
});

test('a taken address does not affect the rest of the transaction', async () => {
  const [owner, holder] = [await newOwner(), await newOwner()];
  await inside(async (tx) => {
    expect(await store.setEmail(tx, owner.id, holder.email.toUpperCase(), now())).toBeNull();
    await store.changeUser(tx, owner.id, { firstName: 'Still here' }, now());
  });
  expect(await store.findUser(app.database, owner.id)).toMatchObject({ firstName: 'Still here', email: owner.email });
});

test('an account is empty only without vaults and payments, and no other account is deleted to free an address', async () => {
  const [empty, withVault, withCustomer] = [await newOwner(), await newOwner(), await newOwner()];
  await draftVault(withVault);
  await insertCustomer(app.database, { id: 'cus_1', userId: withCustomer.id, mode: 'test' }, now());
  const remove = ({ id }: Owner) => inside((tx) => store.deleteEmptyUser(tx, id));
  expect([await remove(withVault), await remove(withCustomer), await remove(empty)]).toEqual([false, false, true]);
  expect(await store.findUser(app.database, withVault.id)).not.toBeNull();
  expect(await store.findUser(app.database, empty.id)).toBeNull();
  expect(await remove(empty)).toBe(false);
});

test('nothing changes an account that is gone', async () => {
  const gone = newId(now());
  expect(await store.changeUser(app.database, gone, { firstName: 'Nobody' }, now())).toBeNull();
  expect(await inside((tx) => store.lockUser(tx, gone))).toBeNull();
  expect(await inside((tx) => store.setEmail(tx, gone, 'nobody@example.com', now()))).toBeNull();
  expect(await inside((tx) => store.markTrial(tx, gone, now()))).toBe(false);
});

test('an account is listed for the purge as soon as its time is over, and a restored one is not', async () => {
  const [deleted, restored] = [await newOwner(), await newOwner()];
  const at = now();
  for (const { id } of [deleted, restored]) await inside((tx) => store.setDeleted(tx, id, at, at));
  await inside((tx) => store.setDeleted(tx, restored.id, null, at));
  const listed = (before: number) => store.listDeletedBefore(app.database, new Date(at.getTime() + before), 10);
  expect(await listed(-1)).not.toContain(deleted.id);
  expect(await listed(0)).toContain(deleted.id);
  expect(await listed(1)).not.toContain(restored.id);
});

test.each([
  [{ firstName: 'Ona', lastName: 'Reyes' }, 'Ona Reyes'],
  [{ firstName: 'Ona', lastName: '' }, 'Ona'],
  [{ firstName: null, lastName: 'Reyes' }, 'Reyes'],
  [{ firstName: '', lastName: null }, 'ona@example.com'],
])('an owner with %j is named %s, and has no name before the address is confirmed', (names, called) => {
  const user = { ...names, email: 'ona@example.com' };
  expect(ownerName(user)).toBe(called);
  expect(envelopeName({ ...user, emailVerified: true })).toBe(called);
  expect(greetingName({ ...user, emailVerified: true })).toBe(names.firstName ?? '');
  expect([envelopeName({ ...user, emailVerified: false }), greetingName({ ...user, emailVerified: false })]).toEqual([
    '',
    '',
  ]);
});
