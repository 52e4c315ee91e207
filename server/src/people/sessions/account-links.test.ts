// Links in letters and tokens of unfinished sign-ins: each works once, until its last second, for its purpose and account.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createKeyring } from '../../keys/secret/keyring.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { accountLinks } from '../../platform/database/schema.ts';
import { newId } from '../../platform/lib/ids.ts';
import { deleteExpiredAccountLinks, deleteLinksOf, type LinkPurpose } from './account-link-store.ts';
import { consumeAccountLink, endPendingLinks, findAccountOfLink, insertBrowserToken } from './account-links.ts';

const lifeMinutes: Record<LinkPurpose, number> = {
  'verify-email': 24 * 60,
  'reset-password': 60,
  'keep-second-step': 8 * 24 * 60,
  'new-email': 24 * 60,
  'second-step': 10,
  'new-passkey': 10,
  'passkey-sign-in': 10,
  'executor-yearly': 370 * 24 * 60,
  'wanted-code': 30 * 24 * 60,
};
const purposes = Object.keys(lifeMinutes) as LinkPurpose[];

let opened: OpenDatabase;
let clock: TestClock;
const keyring = createKeyring(randomBytes(32));
const needs = () => ({ keyring, clock });
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  clock = createTestClock();
  await opened.database.delete(accountLinks);
});

const inside = <T>(work: Parameters<typeof opened.database.transaction<T>>[0]) => opened.database.transaction(work);
const insert = (purpose: LinkPurpose, userId: string) =>
  inside((tx) => insertBrowserToken(needs(), tx, purpose, userId));
const find = (purpose: LinkPurpose, token: string, by = needs()) =>
  findAccountOfLink(by, opened.database, purpose, token);
const consume = (purpose: LinkPurpose, token: string) =>
  inside((tx) => consumeAccountLink(needs(), tx, purpose, token));
const newAccount = () => newId(clock.now());

test.each(purposes)('a link for %s works until its last second, and not at its end', async (purpose) => {
  const account = newAccount();
  const [early, late] = [await insert(purpose, account), await insert(purpose, account)];
  clock.pass({ minutes: lifeMinutes[purpose], seconds: -1 });
  expect(await find(purpose, early)).toBe(account);
  clock.pass({ seconds: 1 });
  expect(await find(purpose, late)).toBeNull();
  expect(await consume(purpose, late)).toBeNull();
  await deleteExpiredAccountLinks(opened.database, clock.now());
  expect(await opened.database.select().from(accountLinks)).toEqual([]);
});

test('the nightly removal deletes no link in its last second', async () => {
  const token = await insert('second-step', newAccount());
  clock.pass({ minutes: 10, seconds: -1 });
  await deleteExpiredAccountLinks(opened.database, clock.now());
  expect(await consume('second-step', token)).not.toBeNull();
});

test('a link does not work for another purpose, with another secret, altered, or by its digest', async () => {
  const token = await insert('verify-email', newAccount());
  for (const purpose of purposes.filter((one) => one !== 'verify-email')) {
    expect(await find(purpose, token), purpose).toBeNull();
    expect(await consume(purpose, token), purpose).toBeNull();
  }
  expect(await find('verify-email', token, { clock, keyring: createKeyring(randomBytes(32)) })).toBeNull();
  const [row] = await opened.database.select().from(accountLinks);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(row?.tokenDigest).toBe(keyring.digest('link-token', token));
  for (const other of [token.slice(1), `${token}A`, token.toLowerCase(), ` ${token}`, '', row?.tokenDigest ?? '']) {
    expect(await find('verify-email', other), other).toBeNull();
  }
});

test("one of ten concurrent uses succeeds, and the account's other links of that purpose end", async () => {
  const account = newAccount();
  const [earlier, token] = [await insert('reset-password', account), await insert('reset-password', account)];
  const [otherPurpose, otherAccount] = [await insert('verify-email', account), newAccount()];
  const stranger = await insert('reset-password', otherAccount);
  const used = await Promise.all(Array.from({ length: 10 }, () => consume('reset-password', token)));
  expect(used.filter(Boolean)).toEqual([account]);
  expect(await find('reset-password', earlier)).toBeNull();
  expect(await find('verify-email', otherPurpose)).toBe(account);
  expect(await find('reset-password', stranger)).toBe(otherAccount);
});

test('a use that is rolled back leaves the link unchanged', async () => {
  const token = await insert('verify-email', newAccount());
  const failing = inside(async (tx) => {
    expect(await consumeAccountLink(needs(), tx, 'verify-email', token)).not.toBeNull();
    throw new Error('the session could not be stored');
  });
  await expect(failing).rejects.toThrow('could not be stored');
  expect(await consume('verify-email', token)).not.toBeNull();
});

test('signing everybody out ends every link that a stranger could use, and keeps the link that stops a reset', async () => {
  const [account, other] = [newAccount(), newAccount()];
  const tokens = await Promise.all(purposes.map(async (purpose) => [purpose, await insert(purpose, account)] as const));
  const others = await insert('reset-password', other);
  await inside((tx) => endPendingLinks(tx, account));
  const left = await Promise.all(tokens.map(async ([purpose, token]) => (await find(purpose, token)) && purpose));
  expect(left.filter(Boolean)).toEqual(['keep-second-step', 'passkey-sign-in', 'executor-yearly', 'wanted-code']);
  expect(await find('reset-password', others)).toBe(other);
  await inside((tx) => deleteLinksOf(tx, account));
  for (const [purpose, token] of tokens) expect(await find(purpose, token)).toBeNull();
  expect(await find('reset-password', others)).toBe(other);
});
