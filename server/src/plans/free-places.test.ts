// Free places and room for renewals: what a full plan refuses, and concurrent requests never get the same place.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { PaymentHarness } from '../../testing/payment-harness.ts';
import { planRow, storedPurchase } from '../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../testing/use-payment-harness.ts';
import { plans, userSubscriptions, vaults } from '../platform/database/schema.ts';
import type { PurchaseId } from '../platform/lib/ids.ts';
import { lockOwner } from '../vaults/vault/vault-store.ts';
import { claimFreePlace, findFreePlace, findRoom } from './free-places.ts';
import { findPurchaseById } from './purchase-store.ts';

const harness = usePaymentHarness('file');

const inTransaction: PaymentHarness['database']['transaction'] = (work) => harness.database.transaction(work);
const countOf = async (id: PurchaseId) => (await findPurchaseById(harness.database, id))?.vaultsCreated;

/** A monthly plan for one vault, with this many active vaults on it. */
async function planWith(vaultsNow: 0 | 1, status: 'paid' | 'trial' = 'paid') {
  const { purchase, rowId, vaultId } = await storedPurchase(harness, { status, kind: 'monthly' });
  if (vaultsNow === 0) await harness.removeVault(vaultId);
  return { ownerId: purchase.userId, rowId, vaultId, plan: await planRow(harness, 'basic_subscription') };
}

test('finding a free place does not use it, and claiming it does, once; in the free month its vault is on trial', async () => {
  for (const status of ['paid', 'trial'] as const) {
    const { ownerId, rowId, plan } = await planWith(0, status);
    const place = { purchaseId: rowId, paymentStatus: status };
    expect(await inTransaction((tx) => findFreePlace(tx, ownerId, plan))).toEqual(place);
    expect(await countOf(rowId)).toBe(1);
    expect(await inTransaction((tx) => claimFreePlace(tx, ownerId, plan))).toEqual(place);
    expect(await countOf(rowId)).toBe(2);
  }
});

test('a full plan is refused with a sentence that names a larger one, and nothing is counted', async () => {
  const { ownerId, rowId, plan } = await planWith(1);
  for (const attempt of [findFreePlace, claimFreePlace]) {
    await expect(inTransaction((tx) => attempt(tx, ownerId, plan))).rejects.toMatchObject({
      code: 'plan-limit-reached',
      extras: { detail: 'Basic Plus holds 1 vault, and you have used it. Premium Plus has room for another vault.' },
    });
  }
  expect(await countOf(rowId)).toBe(1);
});

test('without a purchase there is no place, and the vault needs its own payment', async () => {
  const { ownerId, plan, rowId } = await planWith(0);
  await harness.database.update(userSubscriptions).set({ status: 'past-due' }).where(eq(userSubscriptions.id, rowId));
  expect(await inTransaction((tx) => claimFreePlace(tx, ownerId, plan))).toBeNull();
  expect(await countOf(rowId)).toBe(1);
});

test('one of ten concurrent claims under the owner’s lock gets the second place of a one-time plan for two', {
  tags: 'long',
}, async () => {
  const { purchase, rowId } = await storedPurchase(harness, { status: 'paid', kind: 'once' });
  const plan = await planRow(harness, 'premium_one_time');
  await harness.database.update(userSubscriptions).set({ planId: plan.id }).where(eq(userSubscriptions.id, rowId));
  const claim = () =>
    inTransaction(async (tx) => {
      await lockOwner(tx, purchase.userId);
      return claimFreePlace(tx, purchase.userId, plan);
    });
  const claimed = await Promise.all(Array.from({ length: 10 }, claim));
  expect(claimed.filter(Boolean)).toHaveLength(1);
  expect(await countOf(rowId)).toBe(2);
});

test('a renewal has room while the vaults fit on the plan, including its own, and always on an unlimited one', async () => {
  const { ownerId, rowId, plan } = await planWith(1);
  const room = (vaultsMoving: number, vaultLimit = plan.vaultLimit) =>
    inTransaction((tx) => findRoom(tx, ownerId, { ...plan, vaultLimit }, vaultsMoving));
  expect(await room(1)).toEqual({ hasRoom: true, freePlace: null });
  expect(await room(1, 2)).toEqual({ hasRoom: true, freePlace: { purchaseId: rowId, paymentStatus: 'paid' } });
  expect(await room(2, 2)).toEqual({ hasRoom: true, freePlace: null });
  expect(await room(1, 0)).toEqual({ hasRoom: false, freePlace: null });
  expect((await room(100, -1)).hasRoom).toBe(true);
  const second = await harness.draft(ownerId, 'basic_subscription');
  await harness.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, second));
  expect(await room(1)).toEqual({ hasRoom: false, freePlace: null });
  const [limits] = await harness.database.select().from(plans).where(eq(plans.id, plan.id));
  expect(limits?.vaultLimit).toBe(1);
});
