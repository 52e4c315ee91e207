// The rules for places: when a plan is full, and which paid place is free.
import { unlimited } from '@remembrance/contract/plan-catalogue.ts';
import { expect, test } from 'vitest';
import { newPurchaseId } from '../lib/ids.ts';
import { fullSentence, placeFor, placesIn } from './place-rules.ts';

const purchase = newPurchaseId(new Date(0));
const once = { planType: 'one_time', vaultLimit: 2 };
const monthly = { planType: 'subscription', vaultLimit: 2 };
const bought = (vaultsCreated: number, vaultsNow: number, status = 'active') => [
  { id: purchase, status, vaultsCreated, vaultsNow },
];
const free = (paymentStatus: string) => ({ purchaseId: purchase, paymentStatus });

test('PLAN-7: a plan is full when its limit of active vaults is reached, however many purchases there are', () => {
  expect(placesIn(once, 2, [])).toEqual({ used: 2, isFull: true, freePlace: null });
  expect(placesIn(monthly, 2, bought(0, 0))).toEqual({ used: 2, isFull: true, freePlace: null });
  expect(placesIn(once, 3, []).isFull).toBe(true);
  expect(placesIn({ planType: 'one_time', vaultLimit: unlimited }, 1000, []).isFull).toBe(false);
});

test('PLAN-8: a paid place is free until a vault uses it; deleting the vault frees only a monthly place', () => {
  expect(placesIn(once, 1, bought(1, 1)).freePlace).toEqual(free('paid'));
  expect(placesIn(once, 0, bought(2, 0)).freePlace).toBeNull();
  expect(placesIn(once, 0, bought(1, 0)).freePlace).toEqual(free('paid'));
  expect(placesIn(monthly, 1, bought(5, 1)).freePlace).toEqual(free('paid'));
  expect(placesIn(monthly, 1, bought(1, 1, 'trialing')).freePlace).toEqual(free('trial'));
  expect(placesIn(once, 0, []).freePlace).toBeNull();
});

test('PLAN-20: vaults that move together go to a purchase with room for all of them, or to none', () => {
  expect(placeFor(monthly, bought(5, 0), 2)).toEqual(free('paid'));
  expect(placeFor(monthly, bought(5, 1), 2)).toBeNull();
  expect(placeFor(once, bought(1, 0), 2)).toBeNull();
  expect(placeFor({ planType: 'one_time', vaultLimit: unlimited }, bought(1000, 1000), 2)).toEqual(free('paid'));
});

test('PLAN-9: when a plan is full, the message names a plan with more room', () => {
  expect(fullSentence('basic_one_time')).toBe(
    'Basic holds 1 vault, and you have used it. Premium has room for another.',
  );
  expect(fullSentence('premium_one_time')).toBe(
    'Premium holds 2 vaults, and you have used them all. Premium Plus has room for another.',
  );
  expect(fullSentence('basic_subscription')).toContain('Premium Plus');
  expect(fullSentence('premium_subscription')).toContain('please delete one of them');
  expect(fullSentence('golden')).toBe('Your plan has no place left for another vault.');
});
