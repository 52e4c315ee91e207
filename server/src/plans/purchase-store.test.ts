// The rows of purchases: how a status changes, whose places count, and how a purchase is found.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customer, planRow, storedPurchase } from '../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../testing/use-payment-harness.ts';
import { userSubscriptions, vaults } from '../platform/database/schema.ts';
import { newPurchaseId, type PurchaseId } from '../platform/lib/ids.ts';
import type { PurchaseStatus } from './place-rules.ts';
import {
  advancePurchase,
  countVaultOn,
  findNewestRenewal,
  findOwnedPurchase,
  findPurchase,
  findPurchaseById,
  insertPurchase,
  listLivePurchases,
  listOwnedPurchases,
  placesOf,
  replaceOnce,
  setPlan,
  setStatus,
} from './purchase-store.ts';

const harness = usePaymentHarness('file');

const statuses: PurchaseStatus[] = [
  'open',
  'trial',
  'paid',
  'past-due',
  'paused',
  'ended',
  'replaced',
  'refunding',
  'refunded',
];
const rowOf = async (id: PurchaseId) => (await findPurchaseById(harness.database, id)) ?? Promise.reject(new Error(id));
const change = (id: PurchaseId, values: Partial<typeof userSubscriptions.$inferInsert>) =>
  harness.database.update(userSubscriptions).set(values).where(eq(userSubscriptions.id, id));
const stored = (status: PurchaseStatus, kind: 'once' | 'monthly' = 'monthly') =>
  storedPurchase(harness, { status, kind });
const later = (milliseconds: number) => new Date(harness.clock.now().getTime() + milliseconds);

/** The statuses from which a purchase may move to this one. */
async function movesTo(status: PurchaseStatus): Promise<PurchaseStatus[]> {
  const moved: PurchaseStatus[] = [];
  for (const from of statuses) {
    const { rowId } = await stored(from);
    const before = await rowOf(rowId);
    const now = later(60_000);
    const to = { status, periodStart: later(1), periodEnd: later(2) };
    const isMoved = await harness.database.transaction((tx) => advancePurchase(tx, rowId, to, now));
    if (isMoved) moved.push(from);
    const period = { currentPeriodStart: to.periodStart, currentPeriodEnd: to.periodEnd };
    expect(await rowOf(rowId)).toEqual(isMoved ? { ...before, status, ...period, updatedAt: now } : before);
  }
  return moved;
}

test('a purchase can leave every running status; an ended, replaced or refunded purchase never changes', async () => {
  const running = ['open', 'trial', 'paid', 'past-due', 'paused'];
  for (const status of ['paid', 'past-due', 'paused', 'ended'] as const) expect(await movesTo(status)).toEqual(running);
  expect(await movesTo('trial')).toEqual(['open', 'trial']);
});

test('only the named purchase changes, gets vaults or gets another plan', async () => {
  const [one, other] = [await stored('trial'), await stored('trial')];
  const before = await rowOf(other.rowId);
  const larger = await planRow(harness, 'premium_subscription');
  await harness.database.transaction(async (tx) => {
    await advancePurchase(tx, one.rowId, { status: 'paid', periodStart: null, periodEnd: null }, later(1));
    await countVaultOn(tx, one.rowId);
    await countVaultOn(tx, one.rowId, 3);
    await setPlan(tx, one.rowId, larger.id);
  });
  expect(await rowOf(one.rowId)).toMatchObject({ status: 'paid', vaultsCreated: 5, planId: larger.id });
  await setStatus(harness.database, one.rowId, 'refunding', later(2));
  expect(await rowOf(one.rowId)).toMatchObject({ status: 'refunding', updatedAt: later(2) });
  expect(await rowOf(other.rowId)).toEqual(before);
});

test('a purchase is found only by its subscription, its intent or its own id', async () => {
  const [once, monthly] = [await stored('paid', 'once'), await stored('paid')];
  await change(monthly.rowId, { stripePaymentIntentId: 'seti_first' });
  for (const [id, rowId] of [
    [once.purchase.id, once.rowId],
    [monthly.purchase.id, monthly.rowId],
    ['seti_first', monthly.rowId],
  ] as const) {
    expect((await findPurchase(harness.database, id))?.id).toBe(rowId);
  }
  for (const id of ['', 'sub_unknown', once.rowId]) expect(await findPurchase(harness.database, id)).toBeNull();
  expect(await findPurchaseById(harness.database, newPurchaseId(harness.clock.now()))).toBeNull();
});

test('a new purchase is incomplete, without a vault, and belongs only to its owner', async () => {
  const [ownerId, stranger] = [await customer(harness), await customer(harness)];
  const plan = await planRow(harness, 'basic_one_time');
  const ids = { stripeSubscriptionId: null, stripePaymentIntentId: `pi_${ownerId}` };
  const now = harness.clock.now();
  const id = newPurchaseId(now);
  const row = await harness.database.transaction((tx) =>
    insertPurchase(tx, { id, userId: ownerId, planId: plan.id, ...ids }, now),
  );
  expect(row).toMatchObject({
    status: 'open',
    vaultsCreated: 0,
    replacesId: null,
    createdAt: now,
    updatedAt: now,
  });
  expect(await findOwnedPurchase(harness.database, ownerId, id)).toMatchObject({ row: { id }, plan: { id: plan.id } });
  expect(await findOwnedPurchase(harness.database, stranger, id)).toBeNull();
  expect(await listOwnedPurchases(harness.database, stranger)).toEqual([]);
});

test('an owner’s purchases are listed newest first, each with its active vaults', async () => {
  const { purchase, rowId, vaultId } = await stored('paid');
  const { userId, planId } = purchase;
  const newer = newPurchaseId(later(1000));
  const newerRow = { id: newer, userId, planId, status: 'paid', createdAt: later(1000) };
  await harness.database.insert(userSubscriptions).values(newerRow);
  const draft = await harness.draft(userId, 'basic_subscription');
  await harness.database.update(vaults).set({ purchaseId: rowId }).where(eq(vaults.id, draft));
  const list = async () =>
    (await listOwnedPurchases(harness.database, userId)).map(({ row, vaultsNow }) => [row.id, vaultsNow]);
  expect(await list()).toEqual([
    [newer, 0],
    [rowId, 1],
  ]);
  await harness.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, draft));
  expect((await list())[1]).toEqual([rowId, 2]);
  await harness.removeVault(vaultId);
  expect((await list())[1]).toEqual([rowId, 1]);
  const own = await findOwnedPurchase(harness.database, userId, rowId);
  expect([own?.row.id, own?.vaultsNow]).toEqual([rowId, 1]);
});

test('places come only from purchases of this owner and plan that are paid or in their free month, oldest first', async () => {
  const plan = await planRow(harness, 'basic_subscription');
  const other = await planRow(harness, 'premium_subscription');
  for (const status of statuses) {
    const { purchase, rowId } = await stored(status);
    const live = await listLivePurchases(harness.database, purchase.userId, plan);
    const isLive = status === 'trial' || status === 'paid';
    expect([status, live]).toEqual([status, isLive ? [{ id: rowId, status, vaultsCreated: 1, vaultsNow: 1 }] : []]);
    expect(await listLivePurchases(harness.database, purchase.userId, other)).toEqual([]);
    const { used } = await placesOf(harness.database, purchase.userId, plan);
    expect([status, used]).toEqual([status, status === 'open' ? 0 : 1]);
    expect((await placesOf(harness.database, purchase.userId, other)).used).toBe(0);
  }
  const { purchase, rowId } = await stored('paid');
  const older = newPurchaseId(harness.clock.now());
  const { userId, planId } = purchase;
  const draft = await harness.draft(userId, 'basic_subscription');
  await harness.database.update(vaults).set({ purchaseId: rowId }).where(eq(vaults.id, draft));
  expect(await listLivePurchases(harness.database, userId, plan)).toMatchObject([{ id: rowId, vaultsNow: 1 }]);
  const olderRow = { id: older, userId, planId, status: 'paid', createdAt: later(-1000) };
  await harness.database.insert(userSubscriptions).values(olderRow);
  expect((await listLivePurchases(harness.database, userId, plan)).map(({ id }) => id)).toEqual([older, rowId]);
});

test('an ended purchase is replaced once, even by two concurrent calls; any other status is never replaced', async () => {
  const replace = (id: PurchaseId) => harness.database.transaction((tx) => replaceOnce(tx, id, later(1)));
  for (const status of statuses) {
    const { rowId } = await stored(status);
    const before = await rowOf(rowId);
    const isEnded = status === 'ended';
    expect([status, await replace(rowId)]).toEqual([status, isEnded]);
    expect(await rowOf(rowId)).toEqual(isEnded ? { ...before, status: 'replaced', updatedAt: later(1) } : before);
  }
  const { rowId } = await stored('ended');
  expect((await Promise.all([replace(rowId), replace(rowId), replace(rowId)])).filter(Boolean)).toHaveLength(1);
});

test('the newest renewal of a purchase is found, whatever its status, and none of another purchase', async () => {
  const { purchase, rowId } = await stored('ended');
  const { userId, planId } = purchase;
  const renewal = (at: number, status: PurchaseStatus) => ({
    id: newPurchaseId(later(at)),
    userId,
    planId,
    status,
    replacesId: rowId,
    createdAt: later(at),
  });
  const find = () => harness.database.transaction((tx) => findNewestRenewal(tx, rowId));
  expect(await find()).toBeNull();
  const [newest, older] = [renewal(2000, 'refunded'), renewal(1000, 'open')];
  await harness.database.insert(userSubscriptions).values([newest, older]);
  expect((await find())?.id).toBe(newest.id);
  const other = await stored('ended');
  expect(await harness.database.transaction((tx) => findNewestRenewal(tx, other.rowId))).toBeNull();
});
