// Which purchases are read again at Stripe, each at its time limit, and which could still be charged.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { storedPurchase } from '../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../testing/use-payment-harness.ts';
import { userSubscriptions, users } from '../platform/database/schema.ts';
import { newPurchaseId, type PurchaseId } from '../platform/lib/ids.ts';
import type { PurchaseStatus } from './place-rules.ts';
import { listPurchasesToCheck, listToEndOrKeep, markChecked, setRenewsIfKept } from './purchase-check-store.ts';

const harness = usePaymentHarness('file');

const running: PurchaseStatus[] = ['open', 'trial', 'paid', 'past-due', 'paused'];
const change = (id: PurchaseId, values: Partial<typeof userSubscriptions.$inferInsert>) =>
  harness.database.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));
const stored = (status: PurchaseStatus, kind: 'once' | 'monthly' = 'monthly') =>
  storedPurchase(harness, { status, kind });
const later = (milliseconds: number) => new Date(harness.clock.now().getTime() + milliseconds);
const minutes = (count: number) => count * 60_000;
const days = (count: number) => minutes(count * 24 * 60);

/** The purchases that are read again now, as numbers of their rows in `rows`. */
async function checkedOf(rows: Partial<typeof userSubscriptions.$inferInsert>[]): Promise<number[]> {
  const ids: PurchaseId[] = [];
  for (const values of rows) {
    const { rowId } = await stored('paid');
    await change(rowId, values);
    ids.push(rowId);
  }
  const due = await listPurchasesToCheck(harness.database, harness.clock.now(), 1000);
  return due.flatMap(({ id }) => (ids.includes(id) ? [ids.indexOf(id)] : [])).sort((a, b) => a - b);
}

test('a started purchase is read at every run for a day, then once a day for a month, then never', async () => {
  const started = (createdDaysAgo: number, readDaysAgo: number) => ({
    status: 'open',
    createdAt: later(-days(createdDaysAgo)),
    updatedAt: later(-days(readDaysAgo)),
  });
  const rows = [
    started(0, 0),
    started(0.99, 0),
    started(1, 0.99),
    started(1, 1),
    started(1, 1.01),
    started(29.9, 2),
    started(30, 2),
  ];
  expect(await checkedOf(rows)).toEqual([0, 1, 4, 5]);
});

test('a month that should have been renewed is read an hour later; a one-time plan and an ended one are not', async () => {
  const over = { currentPeriodEnd: later(-1), updatedAt: later(-minutes(61)) };
  const rows = [
    { ...over, status: 'paid' },
    { ...over, status: 'past-due' },
    { ...over, status: 'trial' },
    { ...over, status: 'ended' },
    { ...over, status: 'refunded' },
    { ...over, stripeSubscriptionId: null },
    { ...over, currentPeriodEnd: later(0) },
    { ...over, currentPeriodEnd: null },
    { ...over, updatedAt: later(-minutes(60)) },
  ];
  expect(await checkedOf(rows)).toEqual([0, 1, 2]);
});

test('a trial is read daily in its last three days, a paused or unpaid plan daily, and a refund at every run', async () => {
  const daily = { updatedAt: later(-days(1) - 1) };
  const trial = (endsInDays: number) => ({ ...daily, status: 'trial', currentPeriodEnd: later(days(endsInDays)) });
  const rows = [
    trial(2.99),
    trial(3),
    { ...trial(2), updatedAt: later(-days(1)) },
    { ...daily, status: 'paused' },
    { ...daily, status: 'past-due' },
    { status: 'paused', updatedAt: later(-days(1)) },
    { status: 'refunding', updatedAt: later(0) },
    { ...daily, status: 'paid', currentPeriodEnd: later(days(2)) },
  ];
  expect(await checkedOf(rows)).toEqual([0, 3, 4, 6]);
});

test('the least recently read purchase comes first, within the limit, and a purchase just read comes last', async () => {
  const now = harness.clock.now();
  await harness.database.delete(userSubscriptions);
  const ids: PurchaseId[] = [];
  for (const hours of [1, 3, 2]) {
    const { rowId } = await stored('refunding');
    await change(rowId, { updatedAt: later(-minutes(hours * 60)) });
    ids.push(rowId);
  }
  const order = async (max: number) =>
    (await listPurchasesToCheck(harness.database, now, max)).map(({ id }) => ids.indexOf(id));
  expect(await order(9)).toEqual([1, 2, 0]);
  expect(await order(2)).toEqual([1, 2]);
  await markChecked(harness.database, ids[1] ?? newPurchaseId(now), now);
  expect(await order(9)).toEqual([2, 0, 1]);
});

test('while an account is being deleted, chargeable purchases are listed until Stripe knows, and again if the deletion is undone', async () => {
  await harness.database.delete(userSubscriptions);
  const setDeleted = (id: string, deletedAt: Date | null) =>
    harness.database.update(users).set({ deletedAt }).where(eq(users.id, id));
  const listed: PurchaseStatus[] = [];
  for (const status of [...running, 'ended', 'replaced', 'refunding', 'refunded'] as const) {
    const { purchase, rowId } = await stored(status);
    const mine = async () =>
      (await listToEndOrKeep(harness.database, { ownerId: purchase.userId, max: 9 })).map((one) => one.isDeleted);
    expect(await mine()).toEqual([]);
    await setDeleted(purchase.userId, later(0));
    if ((await mine())[0]) listed.push(status);
    if (status !== 'paid') continue;
    await setRenewsIfKept(harness.database, rowId, true);
    expect(await mine()).toEqual([]);
    await setDeleted(purchase.userId, null);
    expect(await mine()).toEqual([false]);
  }
  expect(listed).toEqual(running);
  expect(await listToEndOrKeep(harness.database, { max: 9 })).toHaveLength(5);
  expect(await listToEndOrKeep(harness.database, { max: 2 })).toHaveLength(2);
  const { purchase } = await stored('paid', 'once');
  await setDeleted(purchase.userId, later(0));
  expect(await listToEndOrKeep(harness.database, { ownerId: purchase.userId, max: 9 })).toEqual([]);
});
