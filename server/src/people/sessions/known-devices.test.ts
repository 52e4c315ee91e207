// Browsers an owner has used: which are new, which have proven the mailbox, and which need no code, separately for each account.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newId, newLinkToken } from '../../platform/lib/ids.ts';
import { insertUser } from '../users/user-store.ts';
import { deviceDigests, isProvedBrowser } from './known-device.ts';
import * as store from './known-device-store.ts';
import { forgetExpiredSessions } from './session-store.ts';

let opened: OpenDatabase;
let clock: TestClock;
let people = 0;
const needs = { keyring: createKeyring(randomBytes(32)) };
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(() => {
  clock = createTestClock();
});

const inside = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => opened.database.transaction(work);
async function newAccount(): Promise<{ userId: string; email: string }> {
  const now = clock.now();
  const email = `robin-${++people}@example.com`;
  const person = { id: newId(now), email, firstName: 'Robin', lastName: 'Ashe', termsAcceptedAt: now };
  await inside((tx) => insertUser(tx, person));
  return { userId: person.id, email };
}
const browserOf = (userId: string, token = newLinkToken()) => ({ userId, digests: deviceDigests(needs, token), token });
const visit = (device: store.Device) => inside((tx) => store.isNewDevice(tx, device, clock.now()));
const trusted = (userId: string) => store.countTrustedDevices(opened.database, userId, clock.now());

test("an account's first browser is not new, any other is new once, and each account has its own list", async () => {
  const [{ userId, email }, other] = [await newAccount(), await newAccount()];
  const [first, second] = [browserOf(userId), browserOf(userId)];
  expect([await visit(first), await visit(first)]).toEqual([false, false]);
  expect([await visit(second), await visit(second), await visit(first)]).toEqual([true, false, false]);
  expect(await visit(browserOf(other.userId, first.token))).toBe(false);
  const isKnown = (address: string, { digests }: store.Device) =>
    store.isKnownDevice(opened.database, address, digests);
  expect(await isKnown(email.toUpperCase(), second)).toBe(true);
  expect(await isKnown(other.email, second)).toBe(false);
  expect(await isKnown('nobody@example.com', second)).toBe(false);
});

test('a browser proves the mailbox only for its own account, and its first proof stays', async () => {
  const [{ userId }, other] = [await newAccount(), await newAccount()];
  const browser = browserOf(userId);
  const isProved = (id: string, token: string | null = browser.token) =>
    isProvedBrowser(needs, opened.database, { userId: id, token });
  await visit(browser);
  await visit(browserOf(other.userId, browser.token));
  expect(await isProved(userId)).toBe(false);
  const provedAt = clock.now();
  await inside((tx) => store.proveDevice(tx, browser, provedAt));
  clock.pass({ days: 1 });
  await inside((tx) => store.proveDevice(tx, browser, clock.now()));
  expect(await store.findDevice(opened.database, browser)).toMatchObject({ provedAt, lastSeenAt: clock.now() });
  expect([await isProved(userId), await isProved(other.userId)]).toEqual([true, false]);
  expect([await isProved(userId, null), await isProved(userId, newLinkToken())]).toEqual([false, false]);
});

test('proving the mailbox makes an unknown browser known', async () => {
  const { userId } = await newAccount();
  const browser = browserOf(userId);
  await Promise.all([1, 2, 3].map(() => inside((tx) => store.proveDevice(tx, browser, clock.now()))));
  expect(await store.findDevice(opened.database, browser)).toMatchObject({ provedAt: clock.now() });
  expect(await visit(browser)).toBe(false);
});

test('a browser is trusted until its last second, and not after its owner removes all trust', async () => {
  const [{ userId }, other] = [await newAccount(), await newAccount()];
  const [browser, unseen] = [browserOf(userId), browserOf(userId)];
  await visit(browser);
  await visit(browserOf(other.userId, browser.token));
  const until = new Date(clock.now().getTime() + 60_000);
  for (const device of [browser, unseen]) await inside((tx) => store.trustDevice(tx, device, until));
  expect([await trusted(userId), await trusted(other.userId)]).toEqual([1, 0]);
  clock.pass({ seconds: 59 });
  expect(await trusted(userId)).toBe(1);
  clock.pass({ seconds: 1 });
  expect(await trusted(userId)).toBe(0);
  clock.pass({ seconds: -1 });
  await store.distrustDevices(opened.database, userId);
  expect(await trusted(userId)).toBe(0);
  expect(await store.findDevice(opened.database, browser)).not.toBeNull();
});

test('either every other browser or every browser is forgotten, only of this account', async () => {
  const [{ userId }, other] = [await newAccount(), await newAccount()];
  const [proved, unproved, others] = [browserOf(userId), browserOf(userId), browserOf(other.userId)];
  for (const device of [proved, unproved, others]) await visit(device);
  await inside((tx) => store.proveDevice(tx, proved, clock.now()));
  const isThere = (device: store.Device) => store.findDevice(opened.database, device).then(Boolean);
  const all = () => Promise.all([proved, unproved, others].map(isThere));
  expect(await inside((tx) => store.forgetOtherDevicesOf(tx, proved))).toBe(1);
  expect(await all()).toEqual([true, false, true]);
  expect(await inside((tx) => store.forgetDevicesOf(tx, userId))).toBe(1);
  expect(await all()).toEqual([false, false, true]);
});

test('a browser is forgotten after four hundred days without a visit, when its cookie has expired', async () => {
  const { userId } = await newAccount();
  const [quiet, seen] = [browserOf(userId), browserOf(userId)];
  await visit(quiet);
  await visit(seen);
  clock.pass({ days: 400 });
  await forgetExpiredSessions({ database: opened.database, clock });
  expect(await store.findDevice(opened.database, quiet)).not.toBeNull();
  await visit(seen);
  clock.pass({ seconds: 1 });
  await forgetExpiredSessions({ database: opened.database, clock });
  expect(await store.findDevice(opened.database, quiet)).toBeNull();
  expect(await store.findDevice(opened.database, seen)).not.toBeNull();
});
