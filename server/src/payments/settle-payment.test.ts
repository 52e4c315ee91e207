// Settling a purchase: once, however often it is reported, and a payment that activates nothing is refunded.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
import { plans, vaults } from '../database/schema.ts';
import { refuse } from '../lib/refusal.ts';
import { linkToVault } from './begin-purchase.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let harness: PaymentHarness;
beforeEach(async () => {
  harness = await openPaymentHarness();
});
afterEach(async () => {
  expect(harness.faults).toEqual([]);
  await harness.close();
});

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

/** A vault that was paid for, with the webhook event withheld. */
async function paidWithoutWebhook(ownerId: string, planType: 'basic_one_time' | 'premium_one_time' = 'basic_one_time') {
  const vaultId = await harness.draft(ownerId, planType);
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  harness.eventsArrive(false);
  await harness.confirm(clientSecret);
  return { vaultId, paymentIntentId: idOf(clientSecret) };
}

test('PAY-10: the page and the webhook at once, five times each, activate a vault once', async () => {
  const ownerId = await harness.owner();
  const { vaultId, paymentIntentId } = await paidWithoutWebhook(ownerId);
  await harness.sandbox.delivered();
  const events = harness.sentEvents.filter(({ payload }) => payload.includes('payment_intent.succeeded'));
  await Promise.all(
    Array.from({ length: 5 }).flatMap(() => [
      completePayment(harness.needs, { ownerId, paymentIntentId }),
      ...events.map((event) => receiveWebhook(harness.needs, event)),
    ]),
  );
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect((await harness.purchases(ownerId)).map(({ status, vaultsCreated }) => [status, vaultsCreated])).toEqual([
    ['active', 1],
  ]);
});

test('PAY-11: a payment for a vault that was deleted in the meantime is refunded', async () => {
  const ownerId = await harness.owner();
  const { vaultId, paymentIntentId } = await paidWithoutWebhook(ownerId);
  await harness.database.delete(vaults).where(eq(vaults.id, vaultId));
  await expect(completePayment(harness.needs, { ownerId, paymentIntentId })).rejects.toMatchObject({
    code: 'payment-refused',
    extras: { detail: expect.stringMatching(/refunded/) },
  });
  expect(await harness.charged()).toBe(0);
  expect((await harness.purchases(ownerId)).map(({ status }) => status)).toEqual(['refunded']);
});

test("PAY-12: a payment of another amount than the plan's price activates nothing and is refunded", async () => {
  const ownerId = await harness.owner();
  const { vaultId, paymentIntentId } = await paidWithoutWebhook(ownerId);
  await harness.database.update(plans).set({ price: '39.99' }).where(eq(plans.name, 'basic_one_time'));
  await expect(completePayment(harness.needs, { ownerId, paymentIntentId })).rejects.toEqual(
    refused('payment-refused'),
  );
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('unpaid');
  expect(await harness.charged()).toBe(0);
});

test('PAY-13: if one vault is paid for twice despite all, one payment is valid and the other is refunded', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const first = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  const { customerId, planId, amountCents } = await readPurchase(first.clientSecret);
  const purchase = { vaultId, userId: ownerId, customerId, planId, amountCents, after: 'another history' };
  const second = await harness.paymentGateway.beginPayment(purchase);
  await linkToVault(harness.needs, second);
  await harness.confirm(first.clientSecret);
  await harness.confirm(second.clientSecret ?? '');
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(2999);
  expect((await harness.purchases(ownerId)).map(({ status }) => status).sort()).toEqual(['active', 'refunded']);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  for (const intent of [first.clientSecret, second.clientSecret ?? '']) {
    const completed = await completePayment(harness.needs, { ownerId, paymentIntentId: idOf(intent) });
    expect(completed.paymentStatus).toBe('paid');
  }
});

async function readPurchase(clientSecret: string) {
  const purchase = await harness.paymentGateway.readPurchase(idOf(clientSecret));
  if (!purchase) throw new Error('the purchase is not there');
  return purchase;
}

test('PAY-14: a refund completes even if Stripe was unreachable, and never activates anything later', async () => {
  const ownerId = await harness.owner();
  const { vaultId, paymentIntentId } = await paidWithoutWebhook(ownerId);
  await harness.database.update(plans).set({ price: '39.99' }).where(eq(plans.name, 'basic_one_time'));
  const away = { ...harness.needs.paymentGateway, refund: async () => refuse('service-busy') };
  const report = { ownerId, paymentIntentId };
  await expect(completePayment({ ...harness.needs, paymentGateway: away }, report)).rejects.toEqual(
    refused('payment-refused'),
  );
  expect(await harness.charged()).toBe(2999);

  await harness.database.update(plans).set({ price: '29.99' }).where(eq(plans.name, 'basic_one_time'));
  await reconcilePayments(harness.needs);
  await reconcilePayments(harness.needs);
  expect(await harness.charged()).toBe(0);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('unpaid');
});

test('PAY-15: while Stripe is unreachable, a payment is refused as busy and nothing changes', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const away = { ...harness.needs.paymentGateway, createCustomer: async () => refuse('service-busy') };
  const needs = { ...harness.needs, paymentGateway: away };
  await expect(createPaymentIntent(needs, { ownerId, vaultId })).rejects.toEqual(refused('service-busy'));
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
});

test('PAY-74: a plan whose first event is a failed month or a pause is activated like any other', async () => {
  for (const [act, vault, row, letter] of [
    ['decline', 'paid', 'past_due', 'payment-failed'],
    ['pause', 'lapsed', 'paused', 'plan-paused'],
  ] as const) {
    harness.eventsArrive(false);
    const ownerId = await harness.owner();
    const vaultId = await harness.draft(ownerId, 'basic_subscription');
    const started = await createSubscription(harness.needs, { ownerId, vaultId });
    await harness.confirm('clientSecret' in started ? started.clientSecret : '');
    const id = (await harness.purchases(ownerId))[0]?.stripeSubscriptionId ?? '';
    if (act === 'pause') await harness.sandbox.tools.pause(id);
    else await harness.sandbox.tools.setDeclining(id, true);
    if (act === 'decline') await harness.sandbox.tools.passDays(id, 31);
    await reconcilePayments(harness.needs);
    const [purchase] = await harness.purchases(ownerId);
    expect([(await harness.vault(vaultId))?.paymentStatus, purchase?.status]).toEqual([vault, row]);
    expect(await harness.lettersOf(vaultId)).toEqual(['executor-code']);
    expect(await harness.lettersTo(ownerId)).toEqual([letter]);
  }
});
