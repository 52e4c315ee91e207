// An owner sees the same place counts that creating a vault uses, and only their own.
import { type OwnPlaces, showPlaces as showPlacesCall } from '@remembrance/contract/plans.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addVault, monthly } from '../../testing/owned-plans.ts';
import { openPaymentCaller } from '../../testing/payment-caller.ts';
import { storedPurchase } from '../../testing/stored-purchases.ts';
import { usePaymentHarness } from '../../testing/use-payment-harness.ts';
import { plans } from '../platform/database/schema.ts';

const harness = usePaymentHarness('file');

const placesFor = (ownerId: string) => openPaymentCaller(harness.needs, ownerId).ask(showPlacesCall);
const nothingUsed: OwnPlaces['plans'] = [
  { name: 'basic_one_time', used: 0, limit: 1, freePlace: null },
  { name: 'premium_one_time', used: 0, limit: 2, freePlace: null },
  { name: 'basic_subscription', used: 0, limit: 1, freePlace: null },
  { name: 'premium_subscription', used: 0, limit: 2, freePlace: null },
];

test('an owner sees how many places of each plan are used, and which are free', { tags: 'long' }, async () => {
  const newcomer = await harness.owner();
  await harness.draft(newcomer, 'premium_one_time');
  expect(await placesFor(newcomer)).toEqual({ trialUsed: false, plans: nothingUsed });

  const { ownerId } = await monthly(harness, 'premium_subscription');
  const used = (count: number, freePlace: 'trial' | null) => ({
    trialUsed: true,
    plans: nothingUsed.with(3, { name: 'premium_subscription', used: count, limit: 2, freePlace }),
  });
  expect(await placesFor(ownerId)).toEqual(used(1, 'trial'));
  await addVault(harness, ownerId, 'premium_subscription');
  expect(await placesFor(ownerId)).toEqual(used(2, null));
  expect(await placesFor(newcomer)).toEqual({ trialUsed: false, plans: nothingUsed });
});

test('a plan that is no longer offered is not shown', async () => {
  const { purchase } = await storedPurchase(harness, { status: 'paid', kind: 'once' });
  const isBasic = eq(plans.name, 'basic_one_time');
  await harness.database.update(plans).set({ isActive: false }).where(isBasic);
  expect((await placesFor(purchase.userId)).plans.map(({ name }) => name)).not.toContain('basic_one_time');
  await harness.database.update(plans).set({ isActive: true }).where(isBasic);
});
