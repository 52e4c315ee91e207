// Managing a plan, on a real database with the sandbox behind Stripe's SDK: show, cancel, change plan, change card.
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  addVault,
  begunOnce,
  deliverAllAgain,
  monthly,
  paidOnce,
  saveCard,
  timePasses,
} from '../../../testing/owned-plans.ts';
import { cards } from '../../../testing/payment-harness.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { ownerChanges } from '../../platform/database/schema.ts';
import { reconcilePayments } from '../webhooks/reconcile-payments.ts';
import { changePlan, previewPlanChange } from './change-plan.ts';
import { beginCardChange, cancelPlan, completeCardChange } from './monthly-plan.ts';
import { showBilling } from './show-billing.ts';

const harness = usePaymentHarness();

const shown = async (ownerId: string) => (await showBilling(harness.needs, ownerId)).plans[0];

test('an owner sees each plan with its places, card and next payment, and every payment', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness, 'basic_subscription');
  const { ownerId, vaultId } = plan;
  await paidOnce(harness, 'premium_one_time', ownerId);
  await timePasses(harness, plan, 31);
  const { plans, payments } = await showBilling(harness.needs, ownerId);
  expect(plans).toHaveLength(2);
  expect(plans.find(({ name }) => name === 'basic_subscription')).toMatchObject({
    state: 'paid',
    places: { used: 1, limit: 1 },
    vaults: [{ id: vaultId, title: expect.any(String) }],
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

test('a purchase that was started but not paid is not shown', async () => {
  const { ownerId } = await begunOnce(harness);
  expect(await showBilling(harness.needs, ownerId)).toEqual({ plans: [], payments: [] });
});

test('BILL-3: a cancelled plan ends with its period, not earlier; if the cancellation is undone, it continues', async () => {
  const plan = await monthly(harness, 'basic_subscription');
  const { ownerId, vaultId, id } = plan;
  const cancelled = await cancelPlan(harness.needs, { ownerId, id, isCancelled: true });
  expect(cancelled).toMatchObject({ isCancelled: true, nextPayment: null, endsAt: expect.any(String) });
  const resumed = await cancelPlan(harness.needs, { ownerId, id, isCancelled: false });
  expect(resumed).toMatchObject({ isCancelled: false, endsAt: null, nextPayment: { amount: '2.99' } });
  await timePasses(harness, plan, 31);
  expect(await harness.statusOf(vaultId)).toBe('paid');
  await cancelPlan(harness.needs, { ownerId, id, isCancelled: true });
  await cancelPlan(harness.needs, { ownerId, id, isCancelled: true });
  const reported = and(eq(ownerChanges.userId, ownerId), eq(ownerChanges.kind, 'plan-cancelled'));
  // The owner gets one letter for each cancellation, not for each call.
  expect(await harness.needs.database.$count(ownerChanges, reported)).toBe(2);
  await timePasses(harness, plan, 15);
  expect(await harness.statusOf(vaultId)).toBe('paid');
  await timePasses(harness, plan, 20);
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  await expect(cancelPlan(harness.needs, { ownerId, id, isCancelled: false })).rejects.toEqual(refused('plan-ended'));
});

test('an upgrade charges the previewed amount once, and a second vault fits immediately', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness, 'basic_subscription');
  const { ownerId, vaultId, id } = plan;
  await timePasses(harness, plan, 31);
  const before = await harness.charged();
  await timePasses(harness, plan, 15);
  const larger = 'premium_subscription';
  const { dueNow, at } = await previewPlanChange(harness.needs, { ownerId, id, plan: larger });
  expect(Number(dueNow)).toBeGreaterThan(0);
  expect(Number(dueNow)).toBeLessThan(2);
  const twice = await Promise.allSettled([
    changePlan(harness.needs, { ownerId, id, plan: larger, at }),
    changePlan(harness.needs, { ownerId, id, plan: larger, at }),
  ]);
  expect(twice.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await harness.charged()).toBe(before + Math.round(Number(dueNow) * 100));
  expect((await harness.vault(vaultId))?.planType).toBe(larger);
  expect(await harness.statusOf(await addVault(harness, ownerId, larger))).toBe('paid');
  expect(await shown(ownerId)).toMatchObject({ name: larger, places: { used: 2, limit: 2 }, price: '4.99' });
});

test('a smaller plan is refused while it has no room for the vaults; otherwise the difference is credited', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness, 'premium_subscription');
  const { ownerId, vaultId, id } = plan;
  const second = await addVault(harness, ownerId, 'premium_subscription');
  const input = { ownerId, id, plan: 'basic_subscription' } as const;
  await expect(previewPlanChange(harness.needs, input)).rejects.toEqual(refused('plan-too-small'));
  const at = harness.clock.now().toISOString();
  await expect(changePlan(harness.needs, { ...input, at })).rejects.toEqual(refused('plan-too-small'));
  await harness.removeVault(second);
  await timePasses(harness, plan, 31);
  const before = await harness.charged();
  const preview = await previewPlanChange(harness.needs, input);
  expect(preview.dueNow).toBe('0.00');
  expect(Number(preview.credit)).toBeGreaterThan(1);
  await changePlan(harness.needs, { ...input, at: preview.at });
  expect(await harness.charged()).toBe(before);
  expect((await harness.vault(vaultId))?.planType).toBe('basic_subscription');
  await timePasses(harness, plan, 31);
  expect(await harness.charged()).toBe(before + 299 - Math.round(Number(preview.credit) * 100));
});

test('a new card pays the open invoice immediately and is charged from then on', { tags: 'long' }, async () => {
  const plan = await monthly(harness, 'basic_subscription', cards.failsLater);
  const { ownerId, vaultId } = plan;
  await timePasses(harness, plan, 31);
  expect(await shown(ownerId)).toMatchObject({ state: 'past-due', card: { lastFour: '0341' } });
  expect(await saveCard(harness, plan)).toMatchObject({ state: 'paid', card: { lastFour: '4242' } });
  expect(await harness.statusOf(vaultId)).toBe('paid');
  expect(await harness.charged()).toBe(299);
});

test('if the page was closed, the webhook event makes the saved card the default; an older card never replaces it', {
  tags: 'long',
}, async () => {
  const { ownerId, id } = await monthly(harness, 'basic_subscription');
  harness.eventsArrive(false);
  const first = await beginCardChange(harness.needs, { ownerId, id });
  harness.clock.pass({ minutes: 5 });
  const second = await beginCardChange(harness.needs, { ownerId, id });
  await harness.confirm(second.clientSecret, cards.pays);
  const late = await harness.confirm(first.clientSecret, cards.failsLater);
  await harness.sandbox.delivered();
  harness.eventsArrive(true);
  await deliverAllAgain(harness);
  await completeCardChange(harness.needs, { ownerId, id, setupIntentId: late.intent?.id ?? '' });
  await reconcilePayments(harness.needs);
  expect(await shown(ownerId)).toMatchObject({ card: { lastFour: '4242' } });
});

test('viewing the page settles a missed event once and sends its letter', { tags: 'long' }, async () => {
  const plan = await monthly(harness, 'basic_subscription');
  const { ownerId, vaultId } = plan;
  harness.eventsArrive(false);
  await timePasses(harness, plan, 31);
  expect(await harness.statusOf(vaultId)).toBe('trial');
  const looks = await Promise.all(Array.from({ length: 5 }, () => shown(ownerId)));
  for (const look of looks) expect(look).toMatchObject({ state: 'paid', nextPayment: { amount: '2.99' } });
  expect(await harness.statusOf(vaultId)).toBe('paid');
  const [settled] = await harness.purchases(ownerId);
  harness.clock.pass({ days: 1 });
  await shown(ownerId);
  expect(await harness.purchases(ownerId), 'viewing the page without a change writes nothing').toEqual([settled]);

  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: plan.stripeId });
  expect(await shown(ownerId)).toMatchObject({ state: 'ended', nextPayment: null });
  await shown(ownerId);
  expect(await harness.statusOf(vaultId)).toBe('lapsed');
  expect((await harness.lettersTo(ownerId)).filter((kind) => kind === 'plan-ended')).toHaveLength(1);
});

test('a refund whose event was missed is shown at the next view, and its vault lapses', async () => {
  const { ownerId, vaultId, intentId } = await paidOnce(harness);
  harness.eventsArrive(false);
  await harness.sandbox.tools.refund(intentId);
  expect(await harness.statusOf(vaultId)).toBe('paid');
  const { plans, payments } = await showBilling(harness.needs, ownerId);
  expect(plans).toMatchObject([{ state: 'ended' }]);
  expect(payments).toMatchObject([{ amount: '29.99', state: 'refunded' }]);
  expect(await harness.statusOf(vaultId)).toBe('lapsed');
});

test('a past-due plan ends immediately when it is cancelled, and the unpaid month is never charged', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness, 'basic_subscription');
  const { ownerId, vaultId, id } = plan;
  await timePasses(harness, plan, 31);
  await harness.sandbox.tools.setDeclining(plan.stripeId, true);
  await timePasses(harness, plan, 31);
  const before = await harness.charged();
  const cancelled = await cancelPlan(harness.needs, { ownerId, id, isCancelled: true });
  expect(cancelled).toMatchObject({ state: 'ended', canRestart: true, nextPayment: null });
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  await harness.sandbox.tools.setDeclining(plan.stripeId, false);
  await timePasses(harness, plan, 31);
  expect(await harness.charged()).toBe(before);
});

test('a plan that was cancelled at Stripe for a given day is shown as ending that day, and can be kept', {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness);
  await timePasses(harness, plan, 31);
  const store = sandboxStore(harness.database, harness.clock.now());
  const cancelFor = async (days: number) => {
    const subscription = await store.get('subscription', plan.stripeId);
    const day = (subscription?.items.data[0]?.current_period_end ?? 0) + days * 86_400;
    if (subscription) await store.put({ ...subscription, cancel_at: day });
    return new Date(day * 1000).toISOString();
  };
  const end = await cancelFor(0);
  expect(await shown(plan.ownerId)).toMatchObject({ isCancelled: true, nextPayment: null, endsAt: end });
  expect(await cancelPlan(harness.needs, { ...plan, isCancelled: false })).toMatchObject({ endsAt: null });
  const later = await cancelFor(10);
  expect(await shown(plan.ownerId)).toMatchObject({ isCancelled: true, nextPayment: { at: end }, endsAt: later });
});

test("the preview of a change deducts its owner's credit, and the charge equals the preview", {
  tags: 'long',
}, async () => {
  const plan = await monthly(harness);
  await timePasses(harness, plan, 31);
  const change = { ownerId: plan.ownerId, id: plan.id, plan: 'premium_subscription' } as const;
  const cents = async () => Math.round(Number((await previewPlanChange(harness.needs, change)).dueNow) * 100);
  const whole = await cents();
  const store = sandboxStore(harness.database, harness.clock.now());
  const [customer] = await store.list('customer', {});
  if (customer) await store.put({ ...customer, balance: -150 });
  expect(await cents()).toBe(whole - 150);
  await changePlan(harness.needs, { ...change, at: harness.clock.now().toISOString() });
  expect(await harness.charged()).toBe(299 + whole - 150);
});
