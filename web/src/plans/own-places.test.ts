// What the create form says about the plan before anything is written: used places, free places, the price, and the alternative.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import type { OwnPlaces } from '@remembrance/contract/plans.ts';
import { expect, test } from 'vitest';
import { offeredPlan } from './offered-plan.ts';
import { planStatus, planToStartWith } from './own-places.ts';

type Place = OwnPlaces['plans'][number];
const placesWith = (changes: Partial<Record<string, Partial<Place>>> = {}, trialUsed = false): OwnPlaces => ({
  trialUsed,
  plans: planCatalogue.map(({ name, vaultLimit }) => ({
    name,
    used: 0,
    limit: vaultLimit,
    freePlace: null,
    ...changes[name],
  })),
});
const planOf = (name: string) => {
  const entry = planCatalogue.find((plan) => plan.name === name);
  if (!entry) throw new Error(`there is no plan ${name}`);
  return offeredPlan({ ...entry, id: name });
};
const status = (name: string, places?: OwnPlaces, hasPromo = false) =>
  planStatus({ plan: planOf(name), hasPromo, places, now: new Date(2026, 10, 29) });

test('a vault starts with the requested plan, otherwise with a free place, otherwise with the offered month, otherwise with the default', () => {
  const free = placesWith({ premium_one_time: { used: 1, freePlace: 'paid' } });
  expect(planToStartWith({ asked: 'basic_one_time', hasPromo: true, places: free })).toBe('basic_one_time');
  expect(planToStartWith({ asked: null, hasPromo: true, places: free })).toBe('premium_one_time');
  expect(planToStartWith({ asked: null, hasPromo: true, places: placesWith() })).toBe('basic_subscription');
  expect(planToStartWith({ asked: null, hasPromo: true, places: undefined })).toBe('basic_subscription');
  expect(planToStartWith({ asked: null, hasPromo: true, places: placesWith({}, true) })).toBeUndefined();
  expect(planToStartWith({ asked: null, hasPromo: false, places: placesWith() })).toBeUndefined();
  const monthly = planCatalogue.filter(({ trialDays }) => trialDays).map(({ name, price }) => [Number(price), name]);
  expect(monthly.sort()[0]?.[1]).toBe('basic_subscription');
});

test('a free place costs nothing, and a full plan names one with room', () => {
  const free = placesWith({ premium_one_time: { used: 1, freePlace: 'paid' } });
  expect(status('premium_one_time', free)).toEqual({
    kind: 'free',
    text: '1 of 2 vaults used. There is nothing to pay.',
  });
  const emptied = placesWith({ premium_subscription: { used: 0, freePlace: 'trial' } });
  expect(status('premium_subscription', emptied).text).toBe('One more vault is included. There is nothing to pay.');
  const full = placesWith({ premium_one_time: { used: 2 } });
  expect(status('premium_one_time', full)).toEqual({
    kind: 'full',
    text: '2 of 2 vaults used.',
    instead: 'premium_subscription',
  });
  const larger = placesWith({ premium_one_time: { used: 3 }, premium_subscription: { used: 2 } });
  expect(status('premium_one_time', larger)).toMatchObject({
    text: '3 of 2 vaults used.',
    instead: 'basic_one_time',
  });
  const everything = placesWith({
    basic_one_time: { used: 1 },
    premium_one_time: { used: 2 },

    basic_subscription: { used: 1 },
    premium_subscription: { used: 2 },
  });
  expect(status('premium_subscription', everything)).toMatchObject({ kind: 'full', instead: undefined });
});

test('a place that must be paid for shows when and how much, and whether the free month is still available', () => {
  expect(status('premium_one_time')).toEqual({ kind: 'price', text: 'You pay once, at the checkout.' });
  expect(status('premium_one_time', placesWith({ premium_one_time: { used: 1 } })).text).toBe(
    '1 of 2 vaults used. You pay once, at the checkout.',
  );
  expect(status('basic_subscription', placesWith())).toEqual({
    kind: 'trial',
    text: 'Free until Dec 29, 2026, then $2.99 a month from your card.',
  });
  expect(status('basic_subscription', placesWith(), true)).toEqual({
    kind: 'free-month',
    text: 'Free until Dec 29, 2026, no card. If you add none, nothing is charged: you can no longer edit, and what you wrote can still be released.',
  });
  expect(status('basic_subscription', placesWith({}, true), true)).toEqual({
    kind: 'price',
    text: 'You have used your free month, so we charge $2.99 each month.',
  });
});
