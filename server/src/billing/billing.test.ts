// Managing a plan, on a real database with the sandbox behind Stripe's SDK: show, cancel, change plan, change card.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
import { purchaseIdOf } from '../../testing/purchase-id.ts';
import { createPaymentIntent } from '../payments/create-payment-intent.ts';
import { createSubscription } from '../payments/create-subscription.ts';
import { receiveWebhook } from '../payments/receive-webhook.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { cancelPlan } from './cancel-plan.ts';
import { beginCardChange, completeCardChange } from './change-card.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { showBilling } from './show-billing.ts';

let harness: PaymentHarness;
beforeEach(async () => {
  harness = await openPaymentHarness();
});
afterEach(async () => {
  expect(harness.faults).toEqual([]);
  await harness.close();
});

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

async function monthly(plan: 'basic_subscription' | 'premium_subscription', card: string = cards.pays) {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, plan);
  const started = await createSubscription(harness.needs, { ownerId, vaultId });
  if (started.status !== 'needs-card') throw new Error('no card was required');
  await harness.confirm(started.clientSecret, card);
  await harness.sandbox.delivered();
  const [row] = await harness.purchases(ownerId);
  return { ownerId, vaultId, id: purchaseIdOf(row?.id), stripeId: row?.stripeSubscriptionId ?? '' };
}

async function timePasses(stripeId: string, days: number): Promise<void> {
  harness.clock.pass({ days });
  await harness.paymentGateway.readPurchase(stripeId);
  await harness.sandbox.delivered();
}

const shown = async (ownerId: string) => (await showBilling(harness.needs, ownerId)).plans[0];

test('BILL-1: an owner sees each plan with its places, card and next payment, and every payment', async () => {
  const { ownerId, stripeId } = await monthly('basic_subscription');
  const once = await harness.draft(ownerId, 'premium_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId: once });
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  await timePasses(stripeId, 31);
  const { plans, payments } = await showBilling(harness.needs, ownerId);
  expect(plans).toHaveLength(2);
  expect(plans.find(({ name }) => name === 'basic_subscription')).toMatchObject({
    state: 'paid',
    places: { used: 1, limit: 1 },
    card: { brand: 'visa', lastFour: '4242' },
    nextPayment: { amount: '2.99' },
    endsAt: null,
    changesTo: { name: 'premium_subscription', price: '4.99' },
  });
  expect(plans.find(({ name }) => name === 'premium_one_time')).toMatchObject({
    state: 'paid',
    places: { used: 1, limit: 2 },
    card: null,
    nextPayment: null,
    changesTo: null,
  });
  expect(payments.map(({ description, amount, state }) => [description, amount, state])).toEqual([
    ['Basic Plus, monthly', '2.99', 'paid'],
    ['Premium', '49.99', 'paid'],
  ]);
});

test('BILL-2: a purchase that was started and not paid is not shown', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect(await showBilling(harness.needs, ownerId)).toEqual({ plans: [], payments: [] });
});

test('BILL-3: a cancelled plan ends with its period and not before; if the cancellation is undone, it continues', async () => {
  const { ownerId, vaultId, id, stripeId } = await monthly('basic_subscription');
  const cancelled = await cancelPlan(harness.needs, { ownerId, id, isCancelled: true });
  expect(cancelled).toMatchObject({ isCancelled: true, nextPayment: null, endsAt: expect.any(String) });
  const resumed = await cancelPlan(harness.needs, { ownerId, id, isCancelled: false });
  expect(resumed).toMatchObject({ isCancelled: false, endsAt: null, nextPayment: { amount: '2.99' } });
  await timePasses(stripeId, 31);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  await cancelPlan(harness.needs, { ownerId, id, isCancelled: true });
  await timePasses(stripeId, 15);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  await timePasses(stripeId, 20);
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  await expect(cancelPlan(harness.needs, { ownerId, id, isCancelled: false })).rejects.toEqual(refused('plan-ended'));
});

test('BILL-4: an upgrade charges the previewed amount once, and a second vault fits at once', async () => {
  const { ownerId, vaultId, id, stripeId } = await monthly('basic_subscription');
  await timePasses(stripeId, 31);
  const before = await harness.charged();
  await timePasses(stripeId, 15);
  const plan = 'premium_subscription';
  const { dueNow, at } = await previewPlanChange(harness.needs, { ownerId, id, plan });
  expect(Number(dueNow)).toBeGreaterThan(0);
  expect(Number(dueNow)).toBeLessThan(2);
  const twice = await Promise.allSettled([
    changePlan(harness.needs, { ownerId, id, plan, at }),
    changePlan(harness.needs, { ownerId, id, plan, at }),
  ]);
  expect(twice.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await harness.charged()).toBe(before + Math.round(Number(dueNow) * 100));
  expect((await harness.vault(vaultId))?.planType).toBe(plan);
  const second = await harness.draft(ownerId, plan);
  await expect(createSubscription(harness.needs, { ownerId, vaultId: second })).rejects.toEqual(
    refused('already-paid'),
  );
  expect((await harness.vault(second))?.paymentStatus).toBe('paid');
  expect(await shown(ownerId)).toMatchObject({ name: plan, places: { used: 2, limit: 2 }, price: '4.99' });
});

test('BILL-5: a smaller plan is refused while the vaults do not fit on it, and the difference is credited when they do', async () => {
  const { ownerId, vaultId, id, stripeId } = await monthly('premium_subscription');
  const second = await harness.draft(ownerId, 'premium_subscription');
  await expect(createSubscription(harness.needs, { ownerId, vaultId: second })).rejects.toEqual(
    refused('already-paid'),
  );
  const input = { ownerId, id, plan: 'basic_subscription' } as const;
  await expect(previewPlanChange(harness.needs, input)).rejects.toEqual(refused('plan-too-small'));
  const at = harness.clock.now().toISOString();
  await expect(changePlan(harness.needs, { ...input, at })).rejects.toEqual(refused('plan-too-small'));
  await harness.removeVault(second);
  await timePasses(stripeId, 31);
  const before = await harness.charged();
  const preview = await previewPlanChange(harness.needs, input);
  expect(preview.dueNow).toBe('0.00');
  expect(Number(preview.credit)).toBeGreaterThan(1);
  await changePlan(harness.needs, { ...input, at: preview.at });
  expect(await harness.charged()).toBe(before);
  expect((await harness.vault(vaultId))?.planType).toBe('basic_subscription');
  await timePasses(stripeId, 31);
  expect(await harness.charged()).toBe(before + 299 - Math.round(Number(preview.credit) * 100));
});

test('BILL-6: a declined card does not change the plan, and neither does an outdated preview', async () => {
  const { ownerId, vaultId, id, stripeId } = await monthly('basic_subscription');
  await timePasses(stripeId, 31);
  const input = { ownerId, id, plan: 'premium_subscription' } as const;
  const { clientSecret } = await beginCardChange(harness.needs, { ownerId, id });
  const { intent } = await harness.confirm(clientSecret, cards.failsLater);
  await completeCardChange(harness.needs, { ownerId, id, setupIntentId: intent?.id ?? '' });
  const { at } = await previewPlanChange(harness.needs, input);
  await expect(changePlan(harness.needs, { ...input, at })).rejects.toEqual(refused('card-declined'));
  expect((await harness.vault(vaultId))?.planType).toBe('basic_subscription');
  harness.clock.pass({ hours: 2 });
  await expect(changePlan(harness.needs, { ...input, at })).rejects.toEqual(refused('price-outdated'));
  expect(await shown(ownerId)).toMatchObject({ name: 'basic_subscription' });
});

test('BILL-7: a new card pays the open invoice at once and is charged from then on', async () => {
  const { ownerId, vaultId, id, stripeId } = await monthly('basic_subscription', cards.failsLater);
  await timePasses(stripeId, 31);
  expect(await shown(ownerId)).toMatchObject({ state: 'past-due', card: { lastFour: '0341' } });
  const { clientSecret } = await beginCardChange(harness.needs, { ownerId, id });
  const { intent } = await harness.confirm(clientSecret);
  const plan = await completeCardChange(harness.needs, { ownerId, id, setupIntentId: intent?.id ?? '' });
  expect(plan).toMatchObject({ state: 'paid', card: { lastFour: '4242' } });
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  expect(await harness.charged()).toBe(299);
});

test('BILL-8: if the page was closed, the webhook event makes the saved card the default; an earlier card never replaces it', async () => {
  const { ownerId, id } = await monthly('basic_subscription');
  harness.eventsArrive(false);
  const first = await beginCardChange(harness.needs, { ownerId, id });
  harness.clock.pass({ minutes: 5 });
  const second = await beginCardChange(harness.needs, { ownerId, id });
  await harness.confirm(second.clientSecret, cards.pays);
  const late = await harness.confirm(first.clientSecret, cards.failsLater);
  await harness.sandbox.delivered();
  harness.eventsArrive(true);
  for (const { payload } of harness.sentEvents) {
    await receiveWebhook(harness.needs, harness.signed(JSON.parse(payload), harness.clock.now()));
  }
  await completeCardChange(harness.needs, { ownerId, id, setupIntentId: late.intent?.id ?? '' });
  await reconcilePayments(harness.needs);
  expect(await shown(ownerId)).toMatchObject({ card: { lastFour: '4242' } });
});

test("BILL-9: another owner's plan, a one-time plan, an unknown plan and another owner's saved card are refused", async () => {
  const { ownerId, id } = await monthly('basic_subscription');
  const stranger = await monthly('basic_subscription');
  const at = harness.clock.now().toISOString();
  const plan = 'premium_subscription' as const;
  const foreigners = [
    { ownerId: stranger.ownerId, id },
    { ownerId, id: purchaseIdOf(ownerId) },
  ];
  for (const foreign of foreigners) {
    const calls = [
      () => cancelPlan(harness.needs, { ...foreign, isCancelled: true }),
      () => beginCardChange(harness.needs, foreign),
      () => completeCardChange(harness.needs, { ...foreign, setupIntentId: 'seti_1' }),
      () => previewPlanChange(harness.needs, { ...foreign, plan }),
      () => changePlan(harness.needs, { ...foreign, plan, at }),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refused('plan-not-found'));
  }
  const { clientSecret } = await beginCardChange(harness.needs, stranger);
  const { intent } = await harness.confirm(clientSecret);
  const setupIntentId = intent?.id ?? '';
  await expect(completeCardChange(harness.needs, { ownerId, id, setupIntentId })).rejects.toEqual(
    refused('payment-incomplete'),
  );
  await expect(changePlan(harness.needs, { ownerId, id, plan: 'premium_one_time', at })).rejects.toEqual(
    refused('wrong-plan-kind'),
  );
});

test('BILL-13: viewing the page settles a missed event once and sends its letter', async () => {
  const { ownerId, vaultId, stripeId } = await monthly('basic_subscription');
  harness.eventsArrive(false);
  await timePasses(stripeId, 31);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('trial');
  const looks = await Promise.all(Array.from({ length: 5 }, () => shown(ownerId)));
  for (const look of looks) expect(look).toMatchObject({ state: 'paid', nextPayment: { amount: '2.99' } });
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  const [settled] = await harness.purchases(ownerId);
  harness.clock.pass({ days: 1 });
  await shown(ownerId);
  expect(await harness.purchases(ownerId), 'viewing the page without a change writes nothing').toEqual([settled]);

  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: stripeId });
  expect(await shown(ownerId)).toMatchObject({ state: 'ended', nextPayment: null });
  await shown(ownerId);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('lapsed');
  expect((await harness.lettersTo(ownerId)).filter((kind) => kind === 'plan-ended')).toHaveLength(1);
});

test('BILL-14: a refund whose event was missed is shown at the next view, and its vault lapses', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  harness.eventsArrive(false);
  await harness.sandbox.tools.refund(clientSecret.split('_secret_')[0] ?? '');
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  const { plans, payments } = await showBilling(harness.needs, ownerId);
  expect(plans).toMatchObject([{ state: 'ended' }]);
  expect(payments).toMatchObject([{ amount: '29.99', state: 'refunded' }]);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('lapsed');
});

test('BILL-53: a past-due plan ends at once when it is cancelled, and the unpaid month is never charged', async () => {
  const { ownerId, vaultId, id, stripeId } = await monthly('basic_subscription');
  await timePasses(stripeId, 31);
  await harness.sandbox.tools.setDeclining(stripeId, true);
  await timePasses(stripeId, 31);
  const before = await harness.charged();
  const cancelled = await cancelPlan(harness.needs, { ownerId, id, isCancelled: true });
  expect(cancelled).toMatchObject({ state: 'ended', canRestart: true, nextPayment: null });
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  await harness.sandbox.tools.setDeclining(stripeId, false);
  await timePasses(stripeId, 31);
  expect(await harness.charged()).toBe(before);
});
