// An owner gets a letter for each charge, and a receipt that permanently shows what was billed.
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deliverAllAgain, monthly, paidMonthly, passDays, timePasses } from '../../../testing/owned-plans.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { payments, users } from '../../platform/database/schema.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import { reconcilePayments } from '../webhooks/reconcile-payments.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { showBilling } from './show-billing.ts';

const harness = usePaymentHarness();
const billed = async (ownerId: string) => (await showBilling(harness.needs, ownerId)).payments;
const larger = 'premium_subscription';

test('PAY-330: every charge has one letter with its amount and receipt, however often and late its events arrive', async () => {
  const plan = await monthly(harness);
  for (const month of [1, 2, 3]) {
    harness.eventsArrive(month !== 2);
    await timePasses(harness, plan, 31);
  }
  await timePasses(harness, plan, 15);
  const { at, dueNow } = await previewPlanChange(harness.needs, { ...plan, plan: larger });
  await changePlan(harness.needs, { ...plan, plan: larger, at });
  await harness.sandbox.delivered();
  const [newest] = await billed(plan.ownerId);
  expect(await harness.lastFacts('payment-receipt')).toMatchObject({
    price: dueNow,
    planName: 'Premium Plus',
    continues: true,
    link: `https://keep.example/account/billing/${newest?.id}`,
  });
  await deliverAllAgain(harness);
  await reconcilePayments(harness.needs);
  expect(await harness.lettersTo(plan.ownerId)).toEqual(Array(4).fill('payment-receipt'));
  expect(await harness.charged()).toBe(3 * 299 + Math.round(Number(dueNow) * 100));
});

test('a receipt keeps the plan, name and address of its day, and shows the part that credit covered', {
  tags: 'long',
}, async () => {
  const plan = await paidMonthly(harness);
  const [before] = await billed(plan.ownerId);
  expect(before).toMatchObject({ description: 'Basic Plus, monthly', amount: '2.99', credit: '0.00', state: 'paid' });
  await harness.database
    .update(users)
    .set({ firstName: 'Another', email: 'another@example.com' })
    .where(eq(users.id, plan.ownerId));
  const { at } = await previewPlanChange(harness.needs, { ...plan, plan: larger });
  await changePlan(harness.needs, { ...plan, plan: larger, at });
  const store = sandboxStore(harness.database, harness.clock.now());
  const [customer] = await store.list('customer', {});
  if (customer) await store.put({ ...customer, balance: -300 });
  harness.clock.pass({ seconds: 1 });
  await passDays(harness, plan.stripeId, 31);
  const all = await billed(plan.ownerId);
  expect(all.find(({ id }) => id === before?.id)).toEqual(before);
  expect(all.find(({ credit }) => credit !== '0.00')).toMatchObject({
    description: 'Premium Plus, monthly',
    amount: '1.99',
    credit: '3.00',
    billedTo: { name: 'Another Lindqvist', email: 'another@example.com' },
  });
  expect(await harness.lastFacts('payment-receipt')).toMatchObject({ price: '1.99', credit: '3.00' });
});

test('a refunded or disputed month is marked as such, and an unpaid month is shown as an invoice', {
  tags: 'long',
}, async () => {
  const [refunded, disputed, owed] = [
    await paidMonthly(harness),
    await paidMonthly(harness),
    await paidMonthly(harness),
  ];
  const intentOf = async ({ ownerId }: typeof refunded) =>
    (await harness.database.select().from(payments).where(eq(payments.userId, ownerId)))[0]?.intentId ?? '';
  await harness.sandbox.tools.refund(await intentOf(refunded));
  await harness.sandbox.tools.dispute(await intentOf(disputed));
  await harness.sandbox.tools.closeDispute(await intentOf(disputed), 'lost');
  await harness.sandbox.tools.setDeclining(owed.stripeId, true);
  await passDays(harness, owed.stripeId, 31);
  expect(await billed(refunded.ownerId)).toMatchObject([{ state: 'refunded', amount: '2.99', refunded: '2.99' }]);
  expect(await billed(disputed.ownerId)).toMatchObject([{ state: 'disputed', amount: '2.99' }]);
  const states = (await billed(owed.ownerId)).map(({ state }) => state).sort();
  expect(states).toEqual(['open', 'paid']);
});

test('an owner whose card expires before the next payment is notified once, and not if the plan ends earlier', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness);
  await passDays(harness, plan.stripeId, 31);
  expect(await harness.lettersTo(plan.ownerId)).toEqual(['payment-receipt']);
  const store = sandboxStore(harness.database, harness.clock.now());
  const [method] = await store.list('payment_method', {});
  const soon = { exp_month: 3, exp_year: 2027 }; // the next payment is in April
  if (method?.card) await store.put({ ...method, card: { ...method.card, ...soon } });
  await passDays(harness, plan.stripeId, 1);
  await deliverAllAgain(harness);
  expect(await harness.lettersTo(plan.ownerId)).toEqual(['card-expiring', 'payment-receipt']);
  expect(await harness.lastFacts('card-expiring')).toMatchObject({ lastFour: '4242', price: '2.99' });
  const ending = await monthly(harness);
  await harness.paymentGateway.setCancelAtPeriodEnd(ending.stripeId as never, true);
  for (const one of await store.list('payment_method', {})) {
    if (one.card) await store.put({ ...one, card: { ...one.card, ...soon } });
  }
  await passDays(harness, ending.stripeId, 1);
  expect(await harness.lettersTo(ending.ownerId)).toEqual([]);
});

test("a refund whose event arrives before its month's event is not lost", { tags: 'long' }, async () => {
  const { ownerId, stripeId } = await monthly(harness);
  harness.eventsArrive(false);
  await passDays(harness, stripeId, 31);
  const [month] = await harness.objects<{ payment_intent: string }>('charge');
  await harness.sandbox.tools.refund(month?.payment_intent ?? '');
  await harness.sandbox.delivered();
  const refund = harness.sentEvents.find(({ payload }) => payload.includes('"charge.refunded"'));
  await receiveWebhook(harness.needs, harness.signed(JSON.parse(refund?.payload ?? ''), harness.clock.now()));
  await deliverAllAgain(harness);
  const recorded = await harness.database.select().from(payments).where(eq(payments.userId, ownerId));
  expect(recorded).toMatchObject([{ paidCents: 299, refundedCents: 299 }]);
});
