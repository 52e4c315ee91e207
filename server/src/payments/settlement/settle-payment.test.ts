// Settling a purchase: once, however often it is reported, and a payment that activates nothing is refunded.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { begunOnce, paidUnnoticed } from '../../../testing/owned-plans.ts';
import { intentOf } from '../../../testing/payment-harness.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { plans, users, vaults } from '../../platform/database/schema.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { linkToVault } from '../checkout/begin-purchase.ts';
import { completePayment } from '../checkout/complete-payment.ts';
import { createSubscription } from '../checkout/create-subscription.ts';
import { receiveWebhook } from '../webhooks/receive-webhook.ts';
import { reconcilePayments } from '../webhooks/reconcile-payments.ts';

const harness = usePaymentHarness();

test('PAY-10: the page and the webhook activate a vault once, even if each reports five times concurrently', async () => {
  const { ownerId, vaultId, intentId: paymentIntentId, event } = await paidUnnoticed(harness);
  await Promise.all(
    Array.from({ length: 5 }).flatMap(() => [
      completePayment(harness.needs, { ownerId, paymentIntentId }),
      receiveWebhook(harness.needs, event),
    ]),
  );
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect((await harness.purchases(ownerId)).map(({ status, vaultsCreated }) => [status, vaultsCreated])).toEqual([
    ['paid', 1],
  ]);
});

test('PAY-11: a payment for a vault that was deleted in the meantime is refunded', async () => {
  const { ownerId, vaultId, intentId: paymentIntentId } = await paidUnnoticed(harness);
  await harness.database.delete(vaults).where(eq(vaults.id, vaultId));
  await expect(completePayment(harness.needs, { ownerId, paymentIntentId })).rejects.toMatchObject({
    code: 'payment-refused',
    extras: { detail: expect.stringMatching(/refunded/) },
  });
  expect(await harness.charged()).toBe(0);
  expect((await harness.purchases(ownerId)).map(({ status }) => status)).toEqual(['refunded']);
});

test('if one vault is paid for twice despite everything, one payment is valid and the other is refunded', async () => {
  const first = await begunOnce(harness);
  const { ownerId, vaultId } = first;
  const { customerId, planId, amountCents } = await readPurchase(first.clientSecret);
  const purchase = { vaultId, userId: ownerId, customerId, planId, amountCents, after: 'another history' };
  const second = await harness.paymentGateway.beginPayment(purchase);
  if (!second) throw new Error('the customer is not known');
  await linkToVault(harness.needs, second);
  await harness.confirm(first.clientSecret);
  await harness.confirm(second.clientSecret ?? '');
  await harness.sandbox.delivered();
  expect(await harness.charged()).toBe(2999);
  expect((await harness.purchases(ownerId)).map(({ status }) => status).sort()).toEqual(['paid', 'refunded']);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  for (const intent of [first.clientSecret, second.clientSecret ?? '']) {
    const completed = await completePayment(harness.needs, { ownerId, paymentIntentId: intentOf(intent) });
    expect(completed.paymentStatus).toBe('paid');
  }
});

async function readPurchase(clientSecret: string) {
  const purchase = await harness.paymentGateway.readPurchase(intentOf(clientSecret));
  if (!purchase) throw new Error('the purchase is not there');
  return purchase;
}

test('a refund completes even if Stripe was unreachable, and never activates anything later', async () => {
  const { ownerId, vaultId, intentId: paymentIntentId } = await paidUnnoticed(harness);
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
  expect(await harness.statusOf(vaultId)).toBe('unpaid');
});

test('a plan whose first event is a failed month or a pause is activated like any other', {
  tags: 'long',
}, async () => {
  for (const [act, vault, row, letter] of [
    ['decline', 'paid', 'past-due', 'payment-failed'],
    ['pause', 'lapsed', 'paused', 'plan-paused'],
  ] as const) {
    harness.eventsArrive(false);
    const ownerId = await harness.owner();
    const vaultId = await harness.draft(ownerId, 'basic_subscription');
    await harness.database.update(users).set({ trialStartedAt: harness.clock.now() }).where(eq(users.id, ownerId));
    const started = await createSubscription(harness.needs, { ownerId, vaultId });
    await harness.confirm('clientSecret' in started ? started.clientSecret : '');
    const id = (await harness.purchases(ownerId))[0]?.stripeSubscriptionId ?? '';
    if (act === 'pause') await harness.sandbox.tools.pause(id);
    else await harness.sandbox.tools.setDeclining(id, true);
    if (act === 'decline') await harness.sandbox.tools.passDays(id, 31);
    await reconcilePayments(harness.needs);
    const [purchase] = await harness.purchases(ownerId);
    expect([await harness.statusOf(vaultId), purchase?.status]).toEqual([vault, row]);
    expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
    expect(await harness.lettersTo(ownerId)).toEqual([letter]);
  }
});
