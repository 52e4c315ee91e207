import { planCatalogue, planNames } from '@remembrance/contract/plan-catalogue.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPlanByName } from '../plans/plan-store.ts';
import { openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { setUpPrices } from './set-up-prices.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(() => office.close());

test('PAY-56: the product and the price of every plan are made once at the card processor and remembered, however often it is asked', async () => {
  const first = await setUpPrices(office.needs);
  expect(Object.keys(first).sort()).toEqual([...planNames].sort());
  expect(await setUpPrices(office.needs)).toEqual(first);
  const prices = await office.objects<{ id: string; product: string; type: string; unit_amount: number }>('price');
  expect(prices).toHaveLength(planNames.length);
  expect(new Set(prices.map(({ product }) => product)).size).toBe(planNames.length);
  for (const { name, planType, price } of planCatalogue) {
    const made = prices.find(({ id }) => id === first[name]);
    expect(made).toMatchObject({
      type: planType === 'subscription' ? 'recurring' : 'one_time',
      unit_amount: Math.round(Number(price) * 100),
    });
    const plan = await findPlanByName(office.database, name);
    expect(plan).toMatchObject({ stripePriceId: made?.id, stripeProductId: made?.product });
  }
});
