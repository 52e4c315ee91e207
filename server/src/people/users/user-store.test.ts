// One address has one account, and concurrent requests cannot get a second trial or a second Stripe customer.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { newId } from '../../platform/lib/ids.ts';
import { attemptOf, findUser, findUserByEmail, insertUser, markTrial, raiseAttempt } from './user-store.ts';

let opened: OpenDatabase;
let userId: string;
const at = new Date('2026-01-02T03:04:05Z');
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  userId = newId(at);
  await insert({ id: userId, email: `${userId}@example.com` });
});

const insert = (user: { id: string; email: string }) =>
  opened.database.transaction((tx) =>
    insertUser(tx, { ...user, firstName: 'Robin', lastName: 'Ashe', termsAcceptedAt: at }),
  );

test('one address has one account, however it is spelled', async () => {
  const again = await insert({ id: newId(at), email: `${userId}@EXAMPLE.com`.toUpperCase() });
  expect(again).toBeNull();
  expect(await findUserByEmail(opened.database, `${userId}@Example.COM`)).toMatchObject({ id: userId });
  expect(await findUser(opened.database, newId(at))).toBeNull();
});

test('an owner who starts fifty trials concurrently gets one', { tags: 'long' }, async () => {
  const tries = Array.from({ length: 50 }, () => opened.database.transaction((tx) => markTrial(tx, userId, at)));
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
  expect(await findUser(opened.database, userId)).toMatchObject({ trialStartedAt: at });
});

test('one of several concurrent calls advances the number in the idempotency keys; a deleted account has the first number', async () => {
  const number = await attemptOf(opened.database, userId);
  await Promise.all(Array.from({ length: 20 }, () => raiseAttempt(opened.database, userId, number)));
  expect(await attemptOf(opened.database, userId)).toBe(number + 1);
  expect(await attemptOf(opened.database, newId(at))).toBe(0);
});
