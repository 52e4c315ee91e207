import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPlanByName } from '../plans/plan-store.ts';
import { openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { setUpPrices } from './set-up-prices.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(() => office.close());

test('PAY-56: the monthly prices are made once at the card processor and remembered, however often it is asked', async () => {
  const first = await setUpPrices(office.needs);
  expect(Object.keys(first).sort()).toEqual(['basic_subscription', 'premium_subscription']);
  expect(await setUpPrices(office.needs)).toEqual(first);
  expect(await office.objects('price')).toHaveLength(2);
  const plan = await findPlanByName(office.database, 'basic_subscription');
  expect(plan).toMatchObject({
    stripePriceId: first.basic_subscription,
    stripeProductId: expect.stringMatching(/^prod_/),
  });
});
