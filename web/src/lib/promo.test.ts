// The offer of a free month follows a visitor from page to page, and chooses the plan it applies to.
import { planCatalogue, trialPlanName } from '@remembrance/contract/plan-catalogue.ts';
import { expect, test } from 'vitest';
import { chosenPlanName, hasTrialPromo, withPromo } from './promo.ts';

const offer = new URLSearchParams('promo=freetrial');

test('SCR-44: the offer is carried from page to page, and only if there was one', () => {
  expect(withPromo('/pricing', offer)).toBe('/pricing?promo=freetrial');
  expect(withPromo('/create-vault?plan=x', offer)).toBe('/create-vault?plan=x&promo=freetrial');
  expect(withPromo('/pricing', new URLSearchParams('promo=other'))).toBe('/pricing');
  expect(hasTrialPromo(new URLSearchParams('promo=FREETRIAL'))).toBe(false);
});

test('SCR-430: a new vault starts with the chosen plan, with the offer with a plan that has the free month, else with the default', () => {
  expect(chosenPlanName(new URLSearchParams('plan=basic_one_time&promo=freetrial'))).toBe('basic_one_time');
  expect(chosenPlanName(offer)).toBe(trialPlanName);
  expect(chosenPlanName(new URLSearchParams())).toBe('premium_one_time');
  const monthly = planCatalogue.filter(({ trialDays }) => trialDays).map(({ name, price }) => [Number(price), name]);
  expect(monthly.sort()[0]?.[1]).toBe(trialPlanName);
});
