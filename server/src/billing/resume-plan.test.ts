// A paused plan: its vaults are frozen and stay releasable, nothing is charged, and its owner takes it up again.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endPurchases } from '../account/end-purchases.ts';
import { users } from '../database/schema.ts';
import { createSubscription } from '../payments/create-subscription.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { cards, openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { cancelPlan } from './cancel-plan.ts';
import { beginCardChange, completeCardChange } from './change-card.ts';
import { previewPlanChange } from './change-plan.ts';
import { resumePlan } from './resume-plan.ts';
import { showBilling } from './show-billing.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(async () => {
  expect(office.faults).toEqual([]);
  await office.close();
});

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

async function paused(card: string | null = cards.pays) {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const promo = card ? undefined : ('freetrial' as const);
  const begun = await createSubscription(office.needs, { ownerId, vaultId, promo });
  if (card && begun.status === 'needs-card') await office.confirm(begun.clientSecret, card);
  await office.sandbox.delivered();
  const [row] = await office.purchases(ownerId);
  const processorId = row?.stripeSubscriptionId ?? '';
  office.clock.pass({ days: 10 });
  await office.sandbox.tools.pause(processorId);
  await office.sandbox.delivered();
  return { ownerId, vaultId, id: row?.id ?? '', processorId };
}

const statusOf = async (vaultId: string) => (await office.vault(vaultId))?.paymentStatus;

async function giveCard(plan: { ownerId: string; id: string }, card: string = cards.pays) {
  const { clientSecret } = await beginCardChange(office.needs, plan);
  const { intent } = await office.confirm(clientSecret, card);
  return completeCardChange(office.needs, { ...plan, setupIntentId: intent?.id ?? '' });
}

test('BILL-40: a paused plan freezes its vaults and charges nothing; resumed, once, it charges a month and frees them', async () => {
  const { ownerId, vaultId, id, processorId } = await paused();
  expect(await office.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
  office.clock.pass({ days: 90 });
  await office.paymentGateway.readPurchase(processorId);
  await office.sandbox.delivered();
  expect(await office.charged()).toBe(0);
  expect((await showBilling(office.needs, ownerId)).plans).toMatchObject([
    { state: 'paused', nextPayment: null, endsAt: null, changesTo: null, card: { lastFour: '4242' } },
  ]);
  const resumed = await Promise.all(Array.from({ length: 10 }, () => resumePlan(office.needs, { ownerId, id })));
  expect(resumed.map(({ state }) => state)).toEqual(resumed.map(() => 'paid'));
  await office.sandbox.delivered();
  expect(await office.charged()).toBe(299);
  expect(await statusOf(vaultId)).toBe('paid');
  expect(await office.lettersTo(ownerId)).toEqual(['payment-receipt', 'plan-paused']);
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  await resumePlan(office.needs, { ownerId, id });
  expect(await office.charged()).toBe(299);
});

test('BILL-41: a paused plan without a card is resumed with one, and a card that is declined leaves it paused', async () => {
  const plan = await paused(null);
  await expect(resumePlan(office.needs, plan)).rejects.toEqual(refused('card-needed'));
  expect(await giveCard(plan, cards.failsLater)).toMatchObject({ state: 'paused', card: { lastFour: '0341' } });
  await expect(resumePlan(office.needs, plan)).rejects.toEqual(refused('card-declined'));
  await expect(resumePlan(office.needs, plan)).rejects.toEqual(refused('card-declined'));
  expect(await statusOf(plan.vaultId)).toBe('lapsed');
  await giveCard(plan);
  expect(await resumePlan(office.needs, plan)).toMatchObject({ state: 'paid', card: { lastFour: '4242' } });
  expect(await statusOf(plan.vaultId)).toBe('paid');
  expect(await office.charged()).toBe(299);
});

test('BILL-48: a plan that was paused over a month left unpaid is resumed with that month, and not charged for another', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_subscription');
  const begun = await createSubscription(office.needs, { ownerId, vaultId });
  if (begun.status === 'needs-card') await office.confirm(begun.clientSecret, cards.failsLater);
  await office.sandbox.delivered();
  const [row] = await office.purchases(ownerId);
  const plan = { ownerId, id: row?.id ?? '' };
  const processorId = row?.stripeSubscriptionId ?? '';
  office.clock.pass({ days: 31 });
  await office.paymentGateway.readPurchase(processorId);
  await office.sandbox.tools.pause(processorId);
  await office.sandbox.delivered();
  office.clock.pass({ days: 60 });
  await giveCard(plan);
  expect(await resumePlan(office.needs, plan)).toMatchObject({ state: 'paid' });
  await office.sandbox.delivered();
  expect(await office.charged()).toBe(299);
  expect(await statusOf(vaultId)).toBe('paid');
});

test("BILL-42: a paused plan is not changed or cancelled before it is resumed, and another's, an ended or an unknown one is not resumed", async () => {
  const { ownerId, id, processorId } = await paused();
  const stranger = await office.owner('Bea');
  await expect(cancelPlan(office.needs, { ownerId, id, isCancelled: true })).rejects.toEqual(refused('plan-paused'));
  await expect(previewPlanChange(office.needs, { ownerId, id, plan: 'premium_subscription' })).rejects.toEqual(
    refused('plan-paused'),
  );
  for (const input of [
    { ownerId: stranger, id },
    { ownerId, id: 'no-id' },
    { ownerId, id: stranger },
  ]) {
    await expect(resumePlan(office.needs, input)).rejects.toEqual(refused('plan-not-found'));
  }
  await office.paymentGateway.abandon({ kind: 'monthly', id: processorId });
  await office.sandbox.delivered();
  await expect(resumePlan(office.needs, { ownerId, id })).rejects.toEqual(refused('plan-ended'));
  expect(await office.charged()).toBe(0);
});

test('BILL-43: a paused plan of a deleted account is not resumed, and is ended like the others', async () => {
  const { ownerId, id, processorId } = await paused();
  await office.database.update(users).set({ deletedAt: office.clock.now() }).where(eq(users.id, ownerId));
  await expect(resumePlan(office.needs, { ownerId, id })).rejects.toEqual(refused('plan-not-found'));
  await endPurchases({ ...office.needs, reportFailure: (...fault) => office.faults.push(fault) }, ownerId);
  expect((await office.paymentGateway.readPurchase(processorId))?.state).toBe('ended');
  expect((await office.purchases(ownerId)).map(({ status }) => status)).toEqual(['lapsed']);
});

test('BILL-44: a plan that was resumed unheard is found by the job, which asks about a paused one once a day', async () => {
  const { vaultId, processorId } = await paused();
  office.eventsArrive(false);
  await office.sandbox.tools.resume(processorId);
  await office.sandbox.delivered();
  // Not even the processor remembers what it told.
  const paymentGateway = { ...office.paymentGateway, listUndelivered: async () => ({ events: [], next: null }) };
  const needs = { ...office.needs, paymentGateway };
  await reconcilePayments(needs);
  expect(await statusOf(vaultId)).toBe('lapsed');
  office.clock.pass({ hours: 25 });
  await reconcilePayments(needs);
  expect(await statusOf(vaultId)).toBe('paid');
});
