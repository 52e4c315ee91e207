// What an owner sees of a purchase, in each of its states.
import { expect, test } from 'vitest';
import { billedPlanOf, fitsOn } from './billing-rules.ts';

type Purchase = NonNullable<Parameters<typeof billedPlanOf>[1]>;
const monthly = {
  name: 'basic_subscription',
  displayName: 'Basic Plus',
  planType: 'subscription',
  price: '2.99',
  vaultLimit: 1,
  isActive: true,
};
const owned = (status: string, changes = {}) => ({
  row: { id: 'row', status, vaultsCreated: 1, createdAt: new Date(0) },
  plan: monthly,
  vaultsNow: 1,
  vaults: [],
  ...changes,
});
const end = new Date('2026-12-01T00:00:00Z');
const card = { brand: 'visa', lastFour: '4242', expiresAt: null };
const atStripe = (changes: Partial<Purchase> = {}) => ({ periodEnd: end, endsAt: null, card, ...changes }) as Purchase;
const dates = (status: string, purchase: Purchase | null) => {
  const shown = billedPlanOf(owned(status), purchase);
  return [shown?.state, shown?.nextPayment?.at ?? null, shown?.endsAt ?? null];
};

test('each state shows the next payment or the end, and both only if the plan ends after its next payment', () => {
  const at = end.toISOString();
  expect(dates('paid', atStripe())).toEqual(['paid', at, null]);
  expect(dates('paid', atStripe({ endsAt: end }))).toEqual(['paid', null, at]);
  const later = new Date('2027-01-15T00:00:00Z');
  expect(dates('paid', atStripe({ endsAt: later }))).toEqual(['paid', at, later.toISOString()]);
  expect(dates('trial', atStripe())).toEqual(['trial', at, null]);
  expect(dates('trial', atStripe({ card: null }))).toEqual(['trial', null, at]);
  expect(dates('past-due', atStripe())).toEqual(['past-due', null, null]);
  expect(dates('paused', atStripe({ endsAt: end }))).toEqual(['paused', null, null]);
  expect(dates('ended', null)).toEqual(['ended', null, null]);
});

test('an attempt that was never paid is not a plan, and an ended plan can be restarted only with vaults and while it is offered', () => {
  expect(billedPlanOf(owned('open'), null)).toBeNull();
  const never = owned('ended');
  expect(billedPlanOf({ ...never, row: { ...never.row, vaultsCreated: 0 } }, null)).toBeNull();
  expect(billedPlanOf(owned('ended'), null)?.canRestart).toBe(true);
  expect(billedPlanOf(owned('ended', { vaultsNow: 0 }), null)?.canRestart).toBe(false);
  expect(billedPlanOf(owned('ended', { plan: { ...monthly, isActive: false } }), null)?.canRestart).toBe(false);
});

test('vaults fit on a plan up to its limit', () => {
  expect([fitsOn({ vaultLimit: 2 }, 1, 1), fitsOn({ vaultLimit: 2 }, 1, 2)]).toEqual([true, false]);
});
