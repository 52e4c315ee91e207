// A subscription over months: its trial, its renewals, unpaid months, pauses and its end.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestSandbox, type TestSandbox } from '../testing/open-test-sandbox.ts';
import { daySeconds, errorOf, openTestPlans, type TestPlans } from '../testing/plans.ts';
import { cards } from './card-page.ts';
import { monthLater } from './subscription-invoices.ts';

let opened: TestSandbox;
let plans: TestPlans;
beforeEach(async () => {
  opened = await openTestSandbox();
  plans = await openTestPlans(opened);
});
afterEach(() => opened.close());

const passDays = (days: number) => opened.passSeconds(days * daySeconds);
const statusOf = async (id: string) => (await plans.read(id)).status;
/** The types of the events that arrived since the previous call. */
const eventsSince = async () => {
  await opened.sandbox.delivered();
  return opened.received.splice(0).toSorted();
};

test('the end of a trial is announced once, three days before, however many calls follow', {
  tags: 'long',
}, async () => {
  const id = await plans.trial();
  await eventsSince();
  passDays(26);
  await plans.read(id);
  expect(await eventsSince()).toEqual([]);
  passDays(1);
  for (let call = 0; call < 4; call++) await plans.read(id);
  expect(await eventsSince()).toEqual(['customer.subscription.trial_will_end']);
  passDays(2);
  await plans.read(id);
  expect(await eventsSince()).toEqual([]);
});

test('a trial without a card ends as cancelled, and nothing is charged', { tags: 'long' }, async () => {
  const id = await plans.trial(null);
  expect(await statusOf(id)).toBe('trialing');
  passDays(30);
  expect(await statusOf(id)).toBe('canceled');
  expect(await plans.charged()).toEqual([]);
});

test('a trial with a card is charged at its end, when the first paid month starts', { tags: 'long' }, async () => {
  const id = await plans.trial();
  expect(await plans.read(id)).toMatchObject({
    status: 'trialing',
    pending_setup_intent: null,
    default_payment_method: { card: { last4: '4242' } },
  });
  expect(await plans.charged()).toEqual([]);
  passDays(30);
  expect(await plans.read(id)).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid', amount_paid: 299 },
  });
  expect(await plans.period(id)).toEqual(['2027-04-03', '2027-05-03']);
  expect(await plans.charged()).toEqual([299]);
});

test('every month is charged once, even if nobody called for half a year', { tags: 'long' }, async () => {
  const id = await plans.paid();
  passDays(184);
  for (let call = 0; call < 3; call++) expect(await statusOf(id)).toBe('active');
  expect(await plans.charged()).toEqual(Array(7).fill(299));
  expect(await plans.period(id)).toEqual(['2027-09-04', '2027-10-04']);
  expect((await opened.stripe.invoices.list({ subscription: id })).data.map(({ status }) => status)).toEqual(
    Array(7).fill('paid'),
  );
});

test('an unpaid month leaves its invoice open; when another card pays it, the next month follows', {
  tags: 'long',
}, async () => {
  const id = await plans.trial(cards.failsLater);
  passDays(30);
  await eventsSince();
  const due = await plans.read(id);
  expect(due).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', amount_paid: 0 } });
  const invoice = (due.latest_invoice as { id: string }).id;
  expect(await errorOf(opened.stripe.invoices.pay(invoice))).toMatchObject({ statusCode: 402, code: 'card_declined' });
  expect(await plans.charged()).toEqual([]);
  await plans.changeCard(id, cards.pays);
  await opened.stripe.invoices.pay(invoice);
  expect(await plans.read(id)).toMatchObject({ status: 'active', latest_invoice: { id: invoice, status: 'paid' } });
  expect(await plans.period(id)).toEqual(['2027-04-03', '2027-05-03']);
  expect(await plans.charged()).toEqual([299]);
  expect((await errorOf(opened.stripe.invoices.pay(invoice))).message).toBe('Invoice is already paid');
});

test('an unpaid month is reported by its events, and waiting does not charge it again', { tags: 'long' }, async () => {
  const id = await plans.trial(cards.failsLater);
  await eventsSince();
  passDays(31);
  await plans.read(id);
  expect(await eventsSince()).toEqual([
    'customer.subscription.trial_will_end',
    'customer.subscription.updated',
    'invoice.payment_failed',
  ]);
  passDays(60);
  expect(await statusOf(id)).toBe('past_due');
  expect(await eventsSince()).toEqual([]);
});

test('a plan that is cancelled at its end runs until then and is not charged again', { tags: 'long' }, async () => {
  const id = await plans.paid();
  await opened.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  passDays(30);
  expect(await plans.read(id)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  passDays(1);
  expect(await plans.read(id)).toMatchObject({ status: 'canceled', ended_at: Date.UTC(2027, 3, 4, 9, 30) / 1000 });
  expect(await plans.charged()).toEqual([299]);
});

test('a cancellation that is undone in time has no effect', { tags: 'long' }, async () => {
  const id = await plans.paid();
  await opened.stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await opened.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  passDays(31);
  expect(await statusOf(id)).toBe('active');
  expect(await plans.charged()).toEqual([299, 299]);
});

test('a paused plan is neither renewed nor charged, and a new month starts when it is resumed', {
  tags: 'long',
}, async () => {
  const id = await plans.paid();
  await opened.sandbox.tools.pause(id);
  passDays(100);
  expect(await statusOf(id)).toBe('paused');
  expect(await plans.charged()).toEqual([299]);
  await opened.stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'now' } });
  expect(await statusOf(id)).toBe('active');
  expect(await plans.period(id)).toEqual(['2027-06-12', '2027-07-12']);
  expect(await plans.charged()).toEqual([299, 299]);
});

test('a plan resumed on its previous billing day is not charged for the rest of the month', {
  tags: 'long',
}, async () => {
  const id = await plans.paid();
  await opened.sandbox.tools.pause(id);
  passDays(100);
  await opened.stripe.subscriptions.resume(id, {
    billing_cycle_anchor: { type: 'unchanged' },
    proration_behavior: 'none',
  });
  expect(await plans.period(id)).toEqual(['2027-06-04', '2027-07-04']);
  expect(await plans.charged()).toEqual([299]);
});

test('a plan whose card is declined stays paused with an open invoice, and paying that resumes it', {
  tags: 'long',
}, async () => {
  const id = await plans.paid();
  await opened.sandbox.tools.setDeclining(id, true);
  await opened.sandbox.tools.pause(id);
  await eventsSince();
  await opened.stripe.subscriptions.resume(id, { billing_cycle_anchor: { type: 'now' } });
  const paused = await plans.read(id);
  expect(paused).toMatchObject({ status: 'paused', latest_invoice: { status: 'open' } });
  expect(await eventsSince()).toEqual(['invoice.payment_failed']);
  await opened.sandbox.tools.setDeclining(id, false);
  await opened.stripe.invoices.pay((paused.latest_invoice as { id: string }).id);
  expect(await statusOf(id)).toBe('active');
  expect(await plans.charged()).toEqual([299, 299]);
});

test('only a paused plan can be resumed', { tags: 'long' }, async () => {
  const id = await plans.paid();
  expect((await errorOf(opened.stripe.subscriptions.resume(id))).message).toBe(
    'Only a paused subscription can be resumed.',
  );
  expect(await plans.charged()).toEqual([299]);
});

test('an ended plan cannot be changed, cancelled or resumed', { tags: 'long' }, async () => {
  const id = await plans.paid();
  await opened.stripe.subscriptions.cancel(id);
  expect(await errorOf(opened.stripe.subscriptions.cancel(id))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  const change = opened.stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect((await errorOf(change)).message).toContain('canceled subscription');
  expect((await errorOf(opened.stripe.subscriptions.resume(id))).message).toContain('paused');
  await opened.sandbox.tools.passDays(id, 40);
  expect(await plans.read(id)).toMatchObject({ status: 'canceled', latest_invoice: { status: 'paid' } });
  expect(await plans.charged()).toEqual([299]);
});

const seconds = (date: string) => Date.parse(date) / 1000;

test.each([
  ['2027-01-15T09:30:00Z', '2027-02-15T09:30:00Z'],
  ['2027-01-31T23:59:59Z', '2027-02-28T23:59:59Z'],
  ['2028-01-30T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['2027-02-28T12:00:00Z', '2027-03-28T12:00:00Z'],
  ['2027-03-31T00:00:00Z', '2027-04-30T00:00:00Z'],
  ['2027-12-31T00:00:00Z', '2028-01-31T00:00:00Z'],
  ['2027-03-28T01:30:00Z', '2027-04-28T01:30:00Z'],
])('a month after %s is %s', (from, to) => {
  expect(monthLater(seconds(from))).toBe(seconds(to));
});

test('from every day of five years, a month has 28 to 31 days, keeps its time of day and skips no month', {
  tags: 'long',
}, () => {
  for (let from = seconds('2024-01-01T09:30:00Z'); from < seconds('2029-01-01T00:00:00Z'); from += 86_400) {
    const to = monthLater(from);
    const [before, after] = [new Date(from * 1000), new Date(to * 1000)];
    expect(after.getUTCMonth(), before.toISOString()).toBe((before.getUTCMonth() + 1) % 12);
    expect([after.getUTCHours(), after.getUTCMinutes()]).toEqual([9, 30]);
    expect([28, 29, 30, 31]).toContain((to - from) / 86_400);
  }
});
