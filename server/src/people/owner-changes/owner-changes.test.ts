// Changes can be undone until their last second, independently of other items, and their values are erased afterwards.
import { randomBytes } from 'node:crypto';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { draftVault, type Owner, signedIn, signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestClock } from '../../../testing/test-clock.ts';
import { ownerChanges } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { daysLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import {
  findOwnerChange,
  forgetChanges,
  insertOwnerChange,
  listOpenChanges,
  markUndone,
} from './owner-change-store.ts';
import { formatPerson } from './report-change.ts';

let opened: TestApp;
let clock: TestClock;
let owner: Owner;
let userId: string;
beforeAll(async () => {
  opened = await openTestApp();
  ({ clock } = opened);
  owner = await signedIn(opened, ada);
  userId = owner.id;
});
afterAll(() => opened.close());
beforeEach(() => opened.database.delete(ownerChanges));

const inside = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => opened.database.transaction(work);
/** A vault of the owner, with its executor. */
async function newVault() {
  await signInAgain(owner); // the previous tests let a month pass
  const { id } = await draftVault(owner);
  const [executor] = await owner.ask(api.listExecutors, { params: { id } });
  return { vaultId: id, executorId: executor?.id ?? '' };
}
type Different = Partial<Parameters<typeof insertOwnerChange>[1]>;
/** A change made at the current time. */
async function change(kind: 'email' | 'recipient' | 'executor', different: Different = {}) {
  const now = clock.now();
  const tokenDigest = randomBytes(32).toString('hex');
  const row = { id: newId(now), userId, kind, tokenDigest, sealedEarlier: 'sealed', createdAt: now };
  await inside((tx) => insertOwnerChange(tx, { ...row, expiresAt: daysLater(now, 7), ...different }));
  return tokenDigest;
}
const find = async (digest: string) => findOwnerChange(opened.database, [digest]);
const open = (kind: 'email' | 'recipient' | 'executor', by = userId) =>
  listOpenChanges(opened.database, by, kind, clock.now());
async function undo(digest: string): Promise<void> {
  const found = await find(digest);
  if (found) await inside((tx) => markUndone(tx, found, clock.now()));
}

test('a change can be undone until its last second, and then its previous value is erased', async () => {
  const digest = await change('email');
  clock.pass({ days: 7, seconds: -1 });
  await forgetChanges({ database: opened.database, clock });
  expect(await open('email')).toMatchObject([{ tokenDigest: digest, sealedEarlier: 'sealed' }]);
  clock.pass({ seconds: 1 });
  expect(await open('email')).toEqual([]);
  await forgetChanges({ database: opened.database, clock });
  expect(await find(digest)).toMatchObject({ sealedEarlier: null });
});

test('the link explains itself for another thirty days; then the change is deleted', async () => {
  const digest = await change('email');
  clock.pass({ days: 37, seconds: -1 });
  await forgetChanges({ database: opened.database, clock });
  expect(await find(digest)).not.toBeNull();
  clock.pass({ seconds: 1 });
  await forgetChanges({ database: opened.database, clock });
  expect(await find(digest)).toBeNull();
});

test('undoing a change also ends later changes of the same item, but no previous ones and none of other items', {
  tags: 'long',
}, async () => {
  const [{ vaultId, executorId }, other] = [await newVault(), await newVault()];
  const first = await change('recipient', { vaultId });
  clock.pass({ seconds: 1 });
  const second = await change('recipient', { vaultId });
  clock.pass({ seconds: 1 });
  const third = await change('recipient', { vaultId });
  const others = [
    await change('recipient', { vaultId: other.vaultId }),
    await change('executor', { vaultId, itemId: executorId }),
    await change('email'),
    await change('recipient', { vaultId, userId: (await signedIn(opened, another(ada, 1))).id }),
  ];
  await undo(second);
  for (const digest of [second, third]) {
    // Kept until they expire: the undo can itself be undone.
    expect(await find(digest)).toMatchObject({ undoneAt: clock.now(), sealedEarlier: 'sealed' });
  }
  for (const digest of [first, ...others]) expect(await find(digest)).toMatchObject({ undoneAt: null });
  expect((await open('recipient')).map(({ tokenDigest }) => tokenDigest)).toEqual([first, others[0]]);
});

test("account changes are separate from vault changes, and one executor's from another's", async () => {
  const [{ vaultId, executorId }, other] = [await newVault(), await newVault()];
  const about = await change('executor', { vaultId, itemId: executorId });
  const different = await change('executor', { vaultId, itemId: other.executorId });
  const without = await change('executor');
  await undo(without);
  expect(await find(about)).toMatchObject({ undoneAt: null });
  await undo(about);
  expect(await find(different)).toMatchObject({ undoneAt: null });
});

test('marking a change as undone a second time keeps the time of the first', async () => {
  const digest = await change('email');
  const found = await find(digest);
  await undo(digest);
  const undoneAt = clock.now();
  clock.pass({ hours: 1 });
  if (found) await inside((tx) => markUndone(tx, found, clock.now()));
  expect(await find(digest)).toMatchObject({ undoneAt });
});

test('a letter identifies a person by name and address, or by the address if there is no name', () => {
  expect(formatPerson({ name: 'Rosa Lindqvist', email: 'rosa@example.com' })).toBe('Rosa Lindqvist (rosa@example.com)');
  expect(formatPerson({ name: '', email: 'rosa@example.com' })).toBe('rosa@example.com');
  expect(formatPerson({ email: 'rosa@example.com' })).toBe('rosa@example.com');
});
