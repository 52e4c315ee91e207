// Every request, answer and event of the sandbox, compared with the types of Stripe's SDK.
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { openTestPlans } from '../testing/plans.ts';
import { openStripeTypes, type StripeTypes } from '../testing/stripe-types.ts';
import { sandboxCalls } from './calls.ts';
import { cards } from './card-page.ts';

let types: StripeTypes;
let opened: TestSandbox;
beforeAll(async () => {
  types = openStripeTypes();
  opened = await openTestSandbox();
}, 120_000);
afterAll(async () => {
  types.close();
  await opened.close();
});

/** Makes every call that the sandbox knows, as the product does, and acts as people, banks and time do. */
async function everything(): Promise<void> {
  const { stripe, sandbox, confirm, authenticate, confirmByLink } = opened;
  const plans = await openTestPlans(opened);
  const { customer, prices } = plans;
  await stripe.prices.list({ lookup_keys: ['plan/299/true'], limit: 1 });
  const payment = () => stripe.paymentIntents.create({ amount: 2999, currency: 'usd', customer });
  await stripe.paymentIntents.cancel((await payment()).id);
  const paid = await payment();
  await confirm(paid.client_secret ?? '', cards.declined);
  await confirm(paid.client_secret ?? '');
  await stripe.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] });
  await stripe.refunds.create({ payment_intent: paid.id });
  const lost = await payment();
  await confirmByLink(lost.client_secret ?? '');
  await sandbox.tools.dispute(lost.id);
  await sandbox.tools.closeDispute(lost.id, 'lost');
  await stripe.disputes.list({ payment_intent: lost.id, expand: ['data.payment_intent'] });
  const trial = await plans.trial();
  await sandbox.tools.passDays(trial, 28);
  await sandbox.tools.passDays(trial, 3);
  const plan = await plans.paid();
  const { latest_invoice: latest } = await stripe.subscriptions.retrieve(plan, {
    expand: ['pending_setup_intent', 'latest_invoice.confirmation_secret', 'default_payment_method'],
  });
  const invoice = latest as Stripe.Invoice;
  await stripe.invoices.retrieve(invoice.id);
  await stripe.invoices.list({ subscription: plan, expand: ['data.payments'] });
  const [intentId = ''] = invoice.confirmation_secret?.client_secret.split('_secret_') ?? [];
  const ofInvoice = { type: 'payment_intent', payment_intent: intentId } as const;
  await stripe.invoicePayments.list({ payment: ofInvoice, expand: ['data.invoice'] });
  await plans.changeCard(plan, cards.alwaysAsks, authenticate);
  const { latest_invoice: waiting } = await stripe.subscriptions.update(plan, {
    items: [{ price: prices.large }],
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  });
  await stripe.invoices.createPreview({
    subscription: plan,
    subscription_details: { items: [{ price: prices.large }] },
  });
  await stripe.invoices.voidInvoice((waiting as Stripe.Invoice).id);
  await sandbox.tools.passDays(plan, 31);
  const owed = (await stripe.subscriptions.retrieve(plan)).latest_invoice;
  await stripe.invoices.pay(String(owed)).catch(() => {});
  await sandbox.tools.pause(plan);
  await stripe.subscriptions.resume(plan, { billing_cycle_anchor: { type: 'unchanged' } });
  await stripe.subscriptions.cancel(plan);
  await stripe.events.list({ delivery_success: false, types: ['invoice.paid'] });
  await stripe.customers.del((await stripe.customers.create({ email: 'edda@example.com' })).id);
}

test('every request, answer and event has exactly the fields of Stripe’s own types, and each call is tried', {
  tags: 'long',
}, async () => {
  await everything();
  await opened.sandbox.delivered();
  const named: string[] = opened.answers.map(({ call }) => call);
  expect(Object.keys(sandboxCalls).filter((call) => !named.includes(call))).toEqual([]);
  const wrong = new Set<string>();
  const names = new Set<string>(types.names);
  const check = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { object: name, deleted } = value as { object?: string; deleted?: true };
    if (name !== undefined && names.has(name) && !deleted) {
      for (const mismatch of types.mismatches(name, value)) wrong.add(mismatch);
    } else Object.values(value).forEach(check);
  };
  for (const { call, asked, body } of opened.answers) {
    for (const mismatch of types.mismatchesOfRequest(call, asked)) wrong.add(mismatch);
    check(body);
  }
  for (const event of opened.events) {
    check({ ...event, data: { object: {} } });
    check(event.data);
  }
  expect([...wrong]).toEqual([]);
  expect(new Set(opened.events.map(({ type }) => type)).size).toBeGreaterThan(15);
});

test('the fields that Stripe’s types require match the installed SDK', { tags: 'long' }, async () => {
  const required = Object.fromEntries(types.names.map((name) => [name, types.requiredFields(name)]));
  await expect(`${JSON.stringify(required, null, 2)}\n`).toMatchFileSnapshot('stripe-defaults.json');
});
