// The rules for places: when a plan is full, and which paid place is free.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPurchaseId } from '../platform/lib/ids.ts';
import { fullSentence, placeFor, placesIn, planStateOf } from './place-rules.ts';

const purchase = newPurchaseId(new Date(0));
const once = { planType: 'one_time', vaultLimit: 2 };
const monthly = { planType: 'subscription', vaultLimit: 2 };
const bought = (vaultsCreated: number, vaultsNow: number, status = 'paid') => [
  { id: purchase, status, vaultsCreated, vaultsNow },
];
const free = (paymentStatus: string) => ({ purchaseId: purchase, paymentStatus });

test('a plan is full when its limit of active vaults is reached, however many purchases there are', () => {
  expect(placesIn(once, 2, [])).toEqual({ used: 2, isFull: true, freePlace: null });
  expect(placesIn(monthly, 2, bought(0, 0))).toEqual({ used: 2, isFull: true, freePlace: null });
  expect(placesIn(once, 3, []).isFull).toBe(true);
  expect(placesIn({ planType: 'one_time', vaultLimit: unlimited }, 1000, []).isFull).toBe(false);
});

test('a paid place is free until a vault uses it; deleting the vault frees only a monthly place', () => {
  expect(placesIn(once, 1, bought(1, 1)).freePlace).toEqual(free('paid'));
  expect(placesIn(once, 0, bought(2, 0)).freePlace).toBeNull();
  expect(placesIn(once, 0, bought(1, 0)).freePlace).toEqual(free('paid'));
  expect(placesIn(monthly, 1, bought(5, 1)).freePlace).toEqual(free('paid'));
  expect(placesIn(monthly, 1, bought(1, 1, 'trial')).freePlace).toEqual(free('trial'));
  expect(placesIn(once, 0, []).freePlace).toBeNull();
});

test('when a plan is full, the message names a plan with more room', () => {
  expect(fullSentence('basic_one_time')).toBe(
    'Basic holds 1 vault, and you have used it. Premium has room for another vault.',
  );
  expect(fullSentence('premium_one_time')).toBe(
    'Premium holds 2 vaults, and you have used them all. Premium Plus has room for another vault.',
  );
  expect(fullSentence('basic_subscription')).toBe(
    'Basic Plus holds 1 vault, and you have used it. Premium Plus has room for another vault.',
  );
  expect(fullSentence('premium_subscription')).toMatch(
    /^Premium Plus holds \d+ vaults, and you have used them all\. To make room for another, please delete a vault\.$/,
  );
  expect(fullSentence('golden')).toBe('All vaults of your plan are in use.');
});

test('the first purchase with room is used, and one without room is skipped', () => {
  const [full, open, later] = [newPurchaseId(new Date(1)), newPurchaseId(new Date(2)), newPurchaseId(new Date(3))];
  const row = (id: typeof full, vaultsNow: number, status: string) => ({
    id,
    status,
    vaultsCreated: vaultsNow,
    vaultsNow,
  });
  const purchases = [row(full, 2, 'paid'), row(open, 1, 'trial'), row(later, 0, 'paid')];
  expect(placeFor(monthly, purchases)).toEqual({ purchaseId: open, paymentStatus: 'trial' });
  expect(placeFor(monthly, purchases, 2)).toEqual({ purchaseId: later, paymentStatus: 'paid' });
  expect(placeFor(monthly, purchases, 3)).toBeNull();
  expect(placeFor(monthly, [])).toBeNull();
});

test('a full plan offers no place, even if one of its purchases has room', () => {
  expect(placesIn(monthly, 1, bought(0, 0))).toEqual({ used: 1, isFull: false, freePlace: free('paid') });
  expect(placesIn(monthly, 2, bought(0, 0)).freePlace).toBeNull();
});

test('for any plan and any purchases, an offered place has room for every vault that moves there', () => {
  const purchases = fc.array(fc.record({ vaultsCreated: fc.nat(6), vaultsNow: fc.nat(6) }), { maxLength: 5 });
  const plans = fc.record({
    planType: fc.constantFrom('one_time', 'subscription'),
    vaultLimit: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(plans, purchases, fc.integer({ min: 1, max: 4 }), (plan, counts, vaults) => {
      const rows = counts.map((count, i) => ({ ...count, id: newPurchaseId(new Date(i)), status: 'paid' }));
      const used = (row: (typeof rows)[number]) =>
        plan.planType === 'subscription' ? row.vaultsNow : row.vaultsCreated;
      const fitting = rows.filter((row) => used(row) + vaults <= plan.vaultLimit);
      expect(placeFor(plan, rows, vaults)?.purchaseId).toBe(fitting[0]?.id);
    }),
  );
});

test('an owner sees a plan on trial, paid, past due, paused or ended, and none before it is paid or after a refund', () => {
  for (const status of ['trial', 'paid', 'past-due', 'paused', 'ended']) expect(planStateOf(status)).toBe(status);
  for (const status of ['open', 'replaced', 'refunding', 'refunded', null]) expect(planStateOf(status)).toBeNull();
});
