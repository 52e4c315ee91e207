// Starting and changing a subscription: the first payment, the price of a change in mid-month, and credit.
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { daySeconds, errorOf, openTestPlans, type TestPlans } from '../testing/plans.ts';
import { cards } from './card-page.ts';

let opened: TestSandbox;
let plans: TestPlans;
beforeEach(async () => {
  opened = await openTestSandbox();
  plans = await openTestPlans(opened);
});
afterEach(() => opened.close());

const itemOf = async (id: string) => (await plans.read(id)).items.data[0];
const change = async (id: string, price: string, at: number) =>
  opened.stripe.subscriptions.update(id, {
    items: [{ id: (await itemOf(id))?.id ?? '', price }],
    proration_behavior: 'always_invoice',
    proration_date: at,
    payment_behavior: 'pending_if_incomplete',
  });
const preview = async (id: string, price: string, at: number) => {
  const items = [{ id: (await itemOf(id))?.id ?? '', price }];
  const details = { items, proration_behavior: 'always_invoice', proration_date: at } as const;
  return opened.stripe.invoices.createPreview({
    customer: plans.customer,
    subscription: id,
    subscription_details: details,
  });
};
const balance = async () => (await opened.objects<{ balance: number }>('customer'))[0]?.balance;
/** The middle of the plan's month. */
const middle = async (id: string) => {
  const { current_period_start: start = 0, current_period_end: end = 0 } = (await itemOf(id)) ?? {};
  return start + (end - start) / 2;
};

test('a plan without a trial is incomplete until its first month is paid, and a declined card can be replaced', {
  tags: 'long',
}, async () => {
  const { id, status, latest_invoice: invoice } = await plans.begin();
  const secret = (invoice as Stripe.Invoice).confirmation_secret?.client_secret ?? '';
  expect(status).toBe('incomplete');
  expect((await opened.confirm(secret, cards.declined)).error).toMatchObject({ code: 'card_declined' });
  expect((await plans.read(id)).status).toBe('incomplete');
  await opened.confirm(secret, cards.pays);
  expect(await plans.read(id)).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid', amount_paid: 299 },
    default_payment_method: { card: { brand: 'visa', last4: '4242' } },
  });
  expect(await plans.charged()).toEqual([299]);
});

test('a larger plan costs the difference for the rest of the month, as its preview showed', {
  tags: 'long',
}, async () => {
  const id = await plans.paid();
  const at = await middle(id);
  expect(await preview(id, plans.prices.large, at)).toMatchObject({ total: 100, amount_due: 100 });
  await change(id, plans.prices.large, at);
  expect((await itemOf(id))?.price.unit_amount).toBe(499);
  expect(await plans.charged()).toEqual([100, 299]);
  opened.passSeconds(31 * daySeconds);
  await plans.read(id);
  expect(await plans.charged()).toEqual([100, 299, 499]);
});

test.each([
  ['before the month', -90, 200],
  ['at its first moment', 0, 200],
  ['at its end', 31, 0],
  ['after it', 400, 0],
])('a change dated %s costs between nothing and the full difference', async (_, days, total) => {
  const id = await plans.paid();
  const start = (await itemOf(id))?.current_period_start ?? 0;
  expect((await preview(id, plans.prices.large, start + days * daySeconds)).total).toBe(total);
});

test('the difference to a smaller plan is credited and deducted from the next months', { tags: 'long' }, async () => {
  const id = await plans.paid();
  const start = (await itemOf(id))?.current_period_start ?? 0;
  await change(id, plans.prices.large, start);
  expect(await preview(id, plans.prices.small, start)).toMatchObject({ total: -200, amount_due: 0 });
  await change(id, plans.prices.small, start);
  expect(await balance()).toBe(-200);
  expect(await plans.charged()).toEqual([200, 299]);
  opened.passSeconds(31 * daySeconds);
  expect(await plans.read(id)).toMatchObject({ latest_invoice: { total: 299, amount_due: 99, status: 'paid' } });
  expect(await balance()).toBe(0);
  expect(await plans.charged()).toEqual([99, 200, 299]);
});

test('credit that covers a first month activates the plan without a card', { tags: 'long' }, async () => {
  const id = await plans.paid();
  const start = (await itemOf(id))?.current_period_start ?? 0;
  const huge = await opened.stripe.prices.create({
    currency: 'usd',
    unit_amount: 999,
    recurring: { interval: 'month' },
    product_data: { name: 'Huge' },
  });
  await change(id, huge.id, start);
  await change(id, plans.prices.small, start);
  expect(await balance()).toBe(-700);
  const { id: other, status, latest_invoice: invoice } = await plans.begin({ expand: ['latest_invoice'] });
  expect([status, invoice]).toMatchObject(['active', { total: 299, amount_due: 0, status: 'paid' }]);
  expect(await balance()).toBe(-401);
  expect((await plans.read(other)).default_payment_method).toBeNull();
});

test('an unpaid change waits, takes effect when paid, and is dropped with its invoice', { tags: 'long' }, async () => {
  const id = await plans.paid();
  const at = await middle(id);
  await opened.sandbox.tools.setDeclining(id, true);
  const waiting = await change(id, plans.prices.large, at);
  expect(waiting.pending_update?.subscription_items).toMatchObject([{ price: { unit_amount: 499 } }]);
  expect((await itemOf(id))?.price.unit_amount).toBe(299);
  await opened.stripe.invoices.voidInvoice(String(waiting.latest_invoice));
  expect((await plans.read(id)).pending_update).toBeNull();
  expect(await errorOf(opened.stripe.invoices.voidInvoice(String(waiting.latest_invoice)))).toMatchObject({
    statusCode: 400,
  });
  expect([await balance(), await plans.charged()]).toEqual([0, [299]]);

  await plans.changeCard(id, cards.alwaysAsks, opened.authenticate);
  const asked = await change(id, plans.prices.large, at);
  const { confirmation_secret: secret } = await opened.stripe.invoices.retrieve(String(asked.latest_invoice));
  await opened.authenticate(secret?.client_secret ?? '', 'complete');
  expect(await plans.read(id)).toMatchObject({ pending_update: null, status: 'active' });
  expect((await itemOf(id))?.price.unit_amount).toBe(499);
  expect(await plans.charged()).toEqual([100, 299]);
});

test('a change during the trial is free, and so is a change to the same price', { tags: 'long' }, async () => {
  const trial = await plans.trial();
  await change(trial, plans.prices.large, await middle(trial));
  expect((await itemOf(trial))?.price.unit_amount).toBe(499);
  const paid = await plans.paid();
  await change(paid, plans.prices.small, await middle(paid));
  expect(await plans.charged()).toEqual([299]);
});

test('an unknown or unsuitable value is refused, and no plan starts', { tags: 'long' }, async () => {
  const { stripe } = opened;
  const missing = { statusCode: 404, code: 'resource_missing' };
  expect(await errorOf(plans.begin({ customer: 'cus_nobody' }))).toMatchObject(missing);
  expect(await errorOf(plans.begin({ items: [{ price: 'price_none' }] }))).toMatchObject(missing);
  expect(await errorOf(plans.begin({ items: [{ price: plans.prices.once }] }))).toMatchObject({ statusCode: 400 });
  expect(await opened.objects('subscription')).toEqual([]);
  const id = await plans.paid();
  expect(await errorOf(change(id, 'price_none', 0))).toMatchObject(missing);
  expect(await errorOf(stripe.subscriptions.update(id, { default_payment_method: 'pm_none' }))).toMatchObject(missing);
  expect(await errorOf(preview(id, 'price_none', 0))).toMatchObject({
    ...missing,
    message: expect.stringContaining('price_none'),
  });
  expect(await errorOf(stripe.subscriptions.retrieve('sub_none'))).toMatchObject(missing);
  expect(await errorOf(stripe.invoices.pay('in_none'))).toMatchObject(missing);
  expect((await plans.read(id)).default_payment_method).toMatchObject({ object: 'payment_method' });
});
