// A plan card shows the service's facts, and the catalogue's texts if the plan is known.
import { planCatalogue } from '@remembrance/contract/plan-catalogue.ts';
import { expect, test } from 'vitest';
import { offeredPlan } from './offered-plan.ts';

test('a catalogue plan is shown with its own texts and the service’s price', () => {
  for (const entry of planCatalogue)
    expect(offeredPlan({ ...entry, id: entry.name, price: '1.00' })).toMatchObject({
      features: entry.features,
      description: entry.description,
      isRecommended: entry.name === 'premium_one_time',
      price: '1.00',
    });
});

test('a plan without a description is shown by its limits', () => {
  const plan = offeredPlan({
    id: '9',
    name: 'family',
    displayName: 'Family',
    planType: 'lifetime',
    price: '99.00',
    vaultLimit: -1,
    filesPerVault: 5,
    editsAllowed: 1,
  });
  expect(plan).toMatchObject({ planType: 'one_time', isRecommended: false, description: '' });
  expect(plan.features).toEqual([
    'Unlimited vaults',
    '5 files per vault',
    '1 edit',
    'Secure cloud storage',
    'Email notifications',
  ]);
});
