// A paused plan: its vaults are frozen and can still be released, nothing is charged, and its owner can resume it.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
import { purchaseIdOf } from '../../testing/purchase-id.ts';
import { endPurchases } from '../account/end-purchases.ts';
import { users } from '../database/schema.ts';
import { createSubscription } from '../payments/create-subscription.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { cancelPlan } from './cancel-plan.ts';
import { beginCardChange, completeCardChange } from './change-card.ts';
import { previewPlanChange } from './change-plan.ts';
import type { PlanInput } from './read-own-plan.ts';
import { resumePlan } from './resume-plan.ts';
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

async function paused(card: string | null = cards.pays) {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const promo = card ? undefined : ('freetrial' as const);
  const started = await createSubscription(harness.needs, { ownerId, vaultId, promo });
  if (card && started.status === 'needs-card') await harness.confirm(started.clientSecret, card);
  await harness.sandbox.delivered();
  const [row] = await harness.purchases(ownerId);
  const stripeId = row?.stripeSubscriptionId ?? '';
  harness.clock.pass({ days: 10 });
  await harness.sandbox.tools.pause(stripeId);
  await harness.sandbox.delivered();
  return { ownerId, vaultId, id: purchaseIdOf(row?.id), stripeId };
}

const statusOf = async (vaultId: string) => (await harness.vault(vaultId))?.paymentStatus;

async function saveCard(plan: PlanInput, card: string = cards.pays) {
  const { clientSecret } = await beginCardChange(harness.needs, plan);
  const { intent } = await harness.confirm(clientSecret, card);
  return completeCardChange(harness.needs, { ...plan, setupIntentId: intent?.id ?? '' });
}

test('BILL-40: a paused plan freezes its vaults and charges nothing; resuming it charges one month once and unfreezes them', async () => {
  const { ownerId, vaultId, id, stripeId } = await paused();
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  harness.clock.pass({ days: 90 });
  await harness.paymentGateway.readPurchase(stripeId);
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(0);
  expect((await showBilling(harness.needs, ownerId)).plans).toMatchObject([
    { state: 'paused', nextPayment: null, endsAt: null, changesTo: null, card: { lastFour: '4242' } },
  ]);
  const resumed = await Promise.all(Array.from({ length: 10 }, () => resumePlan(harness.needs, { ownerId, id })));
  expect(resumed.map(({ state }) => state)).toEqual(resumed.map(() => 'paid'));
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(299);
  expect(await statusOf(vaultId)).toBe('paid');
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-receipt', 'plan-paused']);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  await resumePlan(harness.needs, { ownerId, id });
  expect(await harness.charged()).toBe(299);
});

test('BILL-41: a paused plan without a card can be resumed with a new one, and a declined card leaves it paused', async () => {
  const plan = await paused(null);
  await expect(resumePlan(harness.needs, plan)).rejects.toEqual(refused('card-needed'));
  expect(await saveCard(plan, cards.failsLater)).toMatchObject({ state: 'paused', card: { lastFour: '0341' } });
  await expect(resumePlan(harness.needs, plan)).rejects.toEqual(refused('card-declined'));
  await expect(resumePlan(harness.needs, plan)).rejects.toEqual(refused('card-declined'));
  expect(await statusOf(plan.vaultId)).toBe('lapsed');
  await saveCard(plan);
  expect(await resumePlan(harness.needs, plan)).toMatchObject({ state: 'paid', card: { lastFour: '4242' } });
  expect(await statusOf(plan.vaultId)).toBe('paid');
  expect(await harness.charged()).toBe(299);
});

test('BILL-48: resuming a plan that was paused with an unpaid month charges that month and no other', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const started = await createSubscription(harness.needs, { ownerId, vaultId });
  if (started.status === 'needs-card') await harness.confirm(started.clientSecret, cards.failsLater);
  await harness.sandbox.delivered();
  const [row] = await harness.purchases(ownerId);
  const plan = { ownerId, id: purchaseIdOf(row?.id) };
  const stripeId = row?.stripeSubscriptionId ?? '';
  harness.clock.pass({ days: 31 });
  await harness.paymentGateway.readPurchase(stripeId);
  await harness.sandbox.tools.pause(stripeId);
  await harness.sandbox.delivered();
  harness.clock.pass({ days: 60 });
  await saveCard(plan);
  expect(await resumePlan(harness.needs, plan)).toMatchObject({ state: 'paid' });
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(299);
  expect(await statusOf(vaultId)).toBe('paid');
});

test("BILL-42: a paused plan can't be changed or cancelled, and another owner's, an ended or an unknown plan can't be resumed", async () => {
  const { ownerId, id, stripeId } = await paused();
  const stranger = await harness.owner('Bea');
  await expect(cancelPlan(harness.needs, { ownerId, id, isCancelled: true })).rejects.toEqual(refused('plan-paused'));
  await expect(previewPlanChange(harness.needs, { ownerId, id, plan: 'premium_subscription' })).rejects.toEqual(
    refused('plan-paused'),
  );
  for (const input of [
    { ownerId: stranger, id },
    { ownerId, id: purchaseIdOf(stranger) },
  ]) {
    await expect(resumePlan(harness.needs, input)).rejects.toEqual(refused('plan-not-found'));
  }
  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id: stripeId });
  await harness.sandbox.delivered();
  await expect(resumePlan(harness.needs, { ownerId, id })).rejects.toEqual(refused('plan-ended'));
  expect(await harness.charged()).toBe(0);
});

test("BILL-43: a paused plan of a deleted account can't be resumed and is ended like the others", async () => {
  const { ownerId, id, stripeId } = await paused();
  await harness.database.update(users).set({ deletedAt: harness.clock.now() }).where(eq(users.id, ownerId));
  await expect(resumePlan(harness.needs, { ownerId, id })).rejects.toEqual(refused('plan-not-found'));
  await endPurchases({ ...harness.needs, reportFailure: (...fault) => harness.faults.push(fault) }, ownerId);
  expect((await harness.paymentGateway.readPurchase(stripeId))?.state).toBe('ended');
  expect((await harness.purchases(ownerId)).map(({ status }) => status)).toEqual(['lapsed']);
});

test('BILL-44: reconciliation finds a plan whose resume event was missed; it checks paused plans once a day', async () => {
  const { vaultId, stripeId } = await paused();
  harness.eventsArrive(false);
  await harness.sandbox.tools.resume(stripeId);
  await harness.sandbox.delivered();
  // Not even Stripe lists the missed events.
  const paymentGateway = { ...harness.paymentGateway, listUndelivered: async () => ({ events: [], next: null }) };
  const needs = { ...harness.needs, paymentGateway };
  await reconcilePayments(needs);
  expect(await statusOf(vaultId)).toBe('lapsed');
  harness.clock.pass({ hours: 25 });
  await reconcilePayments(needs);
  expect(await statusOf(vaultId)).toBe('paid');
});
