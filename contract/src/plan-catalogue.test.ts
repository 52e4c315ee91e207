// The four plans: their prices, limits and texts match the specification.
import { expect, test } from 'vitest';
import { filesPerVault, trialDays } from './limits.ts';
import {
  defaultPlanName,
  fallbackFeatures,
  fallbackPrice,
  findPlan,
  planCatalogue,
  planNames,
  unlimited,
} from './plan-catalogue.ts';
import { plan } from './plans.ts';

test.each([
  ['basic_one_time', 'Basic', 'one_time', '29.99', 1, 1, undefined],
  ['premium_one_time', 'Premium', 'one_time', '49.99', 2, 1, undefined],
  ['basic_subscription', 'Basic Plus', 'subscription', '2.99', 1, unlimited, 30],
  ['premium_subscription', 'Premium Plus', 'subscription', '4.99', 2, unlimited, 30],
] as const)(
  '%s is called %s, is paid as %s, costs $%s and has its limits',
  (name, displayName, planType, price, vaults, edits, trial) => {
    expect(findPlan(name)).toMatchObject({
      name,
      displayName,
      planType,
      price,
      filesPerVault: 5,

      vaultLimit: vaults,
      editsAllowed: edits,
    });
    expect(findPlan(name)?.trialDays).toBe(trial);
  },
);

test('there are four plans, and Premium is the default and the only recommended one', () => {
  expect(planCatalogue.map(({ name }) => name)).toEqual(planNames);
  expect(planCatalogue).toHaveLength(4);
  expect(planCatalogue.filter(({ recommended }) => recommended).map(({ name }) => name)).toEqual([defaultPlanName]);
  expect(defaultPlanName).toBe('premium_one_time');
  expect([fallbackPrice, unlimited, trialDays, filesPerVault]).toEqual(['49.99', -1, 30, 5]);
});

test('Basic has the features of the specification', () => {
  expect(findPlan('basic_one_time')?.features).toEqual([
    '1 vault',
    '1 message + up to 5 photos/songs/art',
    '1-time vault edit access',
    'Secure executor release',
    'Email notifications',
  ]);
});

test.each(planCatalogue.map((entry) => [entry.name, entry] as const))(
  'the description of %s matches its limits',
  (_, entry) => {
    const [vaults, files, edits] = entry.features;
    expect(vaults).toBe(entry.vaultLimit === 1 ? '1 vault' : `${entry.vaultLimit} vaults`);
    expect(files).toContain(`up to ${entry.filesPerVault} `);
    expect(edits).toMatch(entry.editsAllowed === unlimited ? /^Unlimited/ : /^1-time/);
    expect(new Set(entry.features).size).toBe(entry.features.length);
    expect(entry.price).toMatch(/^\d+\.\d\d$/);
    expect(entry.description).toMatch(entry.vaultLimit === 1 ? /^One vault/ : /^Two vaults/);
    const texts = [entry.displayName, entry.description, ...entry.features];
    expect(texts.filter((text) => /!|\bcapsule|\blegacy\b/i.test(text))).toEqual([]);
  },
);

test('the plan suggested instead of a full one has more room or more edits, and suggestions never form a loop', () => {
  for (const entry of planCatalogue) {
    const higher = entry.higherPlan && findPlan(entry.higherPlan);
    if (!higher) continue;
    const hasMore =
      higher.vaultLimit > entry.vaultLimit || (higher.editsAllowed === unlimited && entry.editsAllowed !== unlimited);
    expect(hasMore, entry.name).toBe(true);
    expect(higher.vaultLimit, entry.name).toBeGreaterThanOrEqual(entry.vaultLimit);
  }
  expect(findPlan('premium_subscription')?.higherPlan).toBeUndefined();
});

test.each(['', 'gold', 'Premium', 'premium_one_time ', '__proto__', 'constructor'])('%j is not a plan', (name) => {
  expect(findPlan(name)).toBeUndefined();
});

test.each([
  [{ vaultLimit: 1, filesPerVault: 1, editsAllowed: 1 }, ['1 vault', '1 file per vault', '1 edit']],
  [{ vaultLimit: 3, filesPerVault: 5, editsAllowed: 0 }, ['3 vaults', '5 files per vault', '0 edits']],
  [
    { vaultLimit: -1, filesPerVault: 10, editsAllowed: -1 },
    ['Unlimited vaults', '10 files per vault', 'Unlimited edits'],
  ],
])('a plan without texts is described by its limits: %j', (limits, words) => {
  expect(fallbackFeatures(limits)).toEqual([...words, 'Secure cloud storage', 'Email notifications']);
});

test('a catalogue plan has every field of an offered plan, and its limits are whole numbers', () => {
  for (const entry of planCatalogue) expect(plan.safeParse({ id: 'plan-1', ...entry }).success, entry.name).toBe(true);
  for (const odd of [{ price: 29.99 }, { vaultLimit: 1.5 }, { vaultLimit: '1' }, { editsAllowed: null }])
    expect(plan.safeParse({ id: 'plan-1', ...planCatalogue[0], ...odd }).success).toBe(false);
});
