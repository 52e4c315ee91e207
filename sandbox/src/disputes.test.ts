// Returned money: refunds, and disputes that the payer's bank opens and that end won or lost.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { errorOf, openTestPlans } from '../testing/plans.ts';

let opened: TestSandbox;
beforeAll(async () => {
  opened = await openTestSandbox();
});
afterAll(() => opened.close());

const paid = async () => {
  const { id, clientSecret } = await opened.beginPayment();
  await opened.pay(clientSecret);
  await opened.sandbox.delivered();
  opened.received.length = 0;
  return id;
};
const refund = (id: string) => opened.stripe.refunds.create({ payment_intent: id });
const charge = async (id: string) =>
  (await opened.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).latest_charge;
const disputes = async (id: string) => (await opened.stripe.disputes.list({ payment_intent: id, limit: 10 })).data;
const events = async () => {
  await opened.sandbox.delivered();
  return opened.received.splice(0).toSorted();
};

test('a refund returns the full amount once and is reported by its events', async () => {
  const id = await paid();
  expect(await refund(id)).toMatchObject({
    object: 'refund',
    amount: 2999,
    currency: 'usd',
    payment_intent: id,
    status: 'succeeded',
  });
  expect(await charge(id)).toMatchObject({ refunded: true, amount: 2999, amount_refunded: 2999 });
  expect(await events()).toEqual(['charge.refunded', 'refund.created']);
  expect(await errorOf(refund(id))).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
  expect(await events()).toEqual([]);
});

test('one of ten concurrent refunds is executed', async () => {
  const id = await paid();
  const tried = await Promise.all(Array.from({ length: 10 }, () => errorOf(refund(id))));
  expect(tried.filter(({ message }) => message === 'the call was accepted')).toHaveLength(1);
  expect(
    (await opened.objects<{ payment_intent: string }>('refund')).filter(({ payment_intent: of }) => of === id),
  ).toHaveLength(1);
});

test('an unpaid payment cannot be refunded', async () => {
  const { id } = await opened.beginPayment();
  expect(await errorOf(refund(id))).toMatchObject({ code: 'resource_missing' });
  expect(await errorOf(refund('pi_none'))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('a disputed payment cannot also be refunded, unless the dispute was won', async () => {
  const [won, lost] = [await paid(), await paid()];
  for (const id of [won, lost]) await opened.sandbox.tools.dispute(id);
  expect(await charge(won)).toMatchObject({ disputed: true, refunded: false });
  expect(await errorOf(refund(won))).toMatchObject({ code: 'charge_disputed' });
  await opened.sandbox.tools.closeDispute(won, 'won');
  await opened.sandbox.tools.closeDispute(lost, 'lost');
  expect(await refund(won)).toMatchObject({ amount: 2999 });
  expect(await errorOf(refund(lost))).toMatchObject({ code: 'charge_disputed' });
});

test('a payment is disputed once, and a dispute ends once', async () => {
  const id = await paid();
  for (let time = 0; time < 2; time++) await opened.sandbox.tools.dispute(id);
  expect(await events()).toEqual(['charge.dispute.created']);
  await opened.sandbox.tools.closeDispute(id, 'lost');
  await opened.sandbox.tools.closeDispute(id, 'won');
  expect(await events()).toEqual(['charge.dispute.closed']);
  expect(await disputes(id)).toMatchObject([{ status: 'lost', amount: 2999 }]);
});

test('a refunded, unpaid or unknown payment cannot be disputed', async () => {
  const [refunded, open] = [await paid(), (await opened.beginPayment()).id];
  await refund(refunded);
  await events();
  for (const id of [refunded, open, 'pi_none']) {
    await opened.sandbox.tools.dispute(id);
    await opened.sandbox.tools.closeDispute(id, 'lost');
    expect(await disputes(id)).toEqual([]);
  }
  expect(await events()).toEqual([]);
});

test('a dispute is found by its payment, and expands the payment on request', async () => {
  const id = await paid();
  await opened.sandbox.tools.dispute(id);
  expect(await disputes(id)).toMatchObject([{ payment_intent: id, status: 'needs_response' }]);
  const { data } = await opened.stripe.disputes.list({ payment_intent: id, expand: ['data.payment_intent'] });
  expect(data).toMatchObject([{ payment_intent: { id, amount: 2999 } }]);
  expect(await disputes('pi_none')).toEqual([]);
});

test("a month's invoice is found by its payment, and a single payment has none", async () => {
  const plans = await openTestPlans(opened);
  const subscription = await plans.paid();
  const [invoice] = (await opened.stripe.invoices.list({ subscription })).data;
  const [month] = await opened
    .objects<{ id: string; amount: number }>('payment_intent')
    .then((all) => all.filter(({ amount }) => amount === 299));
  const find = async (id: string, expand?: string[]) =>
    (
      await opened.stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: id },
        ...(expand && { expand }),
      })
    ).data;
  expect(await find(month?.id ?? '')).toMatchObject([{ invoice: invoice?.id }]);
  expect(await find(month?.id ?? '', ['data.invoice'])).toMatchObject([
    { invoice: { parent: { subscription_details: { subscription } } } },
  ]);
  expect(await find(await paid())).toEqual([]);
});
