// Setting up the Stripe prices of the plans.
import { planCatalogue, planNames } from '@remembrance/contract/plan-catalogue.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
import { findPlanByName } from '../plans/plan-store.ts';
import { setUpPrices } from './set-up-prices.ts';

let harness: PaymentHarness;
beforeEach(async () => {
  harness = await openPaymentHarness();
});
afterEach(() => harness.close());

test('PAY-56: the Stripe product and price of every plan are created once and stored, however often the setup runs', async () => {
  const first = await setUpPrices(harness.needs);
  expect(Object.keys(first).sort()).toEqual([...planNames].sort());
  expect(await setUpPrices(harness.needs)).toEqual(first);
  const prices = await harness.objects<{ id: string; product: string; type: string; unit_amount: number }>('price');
  expect(prices).toHaveLength(planNames.length);
  expect(new Set(prices.map(({ product }) => product)).size).toBe(planNames.length);
  for (const { name, planType, price } of planCatalogue) {
    const made = prices.find(({ id }) => id === first[name]);
    expect(made).toMatchObject({
      type: planType === 'subscription' ? 'recurring' : 'one_time',
      unit_amount: Math.round(Number(price) * 100),
    });
    const plan = await findPlanByName(harness.database, name);
    expect(plan).toMatchObject({ stripePriceId: made?.id, stripeProductId: made?.product });
  }
});
