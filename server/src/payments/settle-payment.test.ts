// Settling: once whatever arrives, and money that buys nothing goes back.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plans, vaults } from '../database/schema.ts';
import { refuse } from '../lib/refusal.ts';
import { openPaymentOffice, type PaymentOffice } from '../testing/payment-office.ts';
import { tieToVault } from './begin-purchase.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let office: PaymentOffice;
beforeEach(async () => {
  office = await openPaymentOffice();
});
afterEach(async () => {
  expect(office.faults).toEqual([]);
  await office.close();
});

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });

/** A vault whose payment was made, of which nobody here has heard yet. */
async function paidUnheard(ownerId: string, planType: 'basic_one_time' | 'premium_one_time' = 'basic_one_time') {
  const vaultId = await office.draft(ownerId, planType);
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  office.eventsArrive(false);
  await office.confirm(clientSecret);
  return { vaultId, paymentIntentId: idOf(clientSecret) };
}

test('PAY-10: the page and the webhook at once, five times each, activate a vault once', async () => {
  const ownerId = await office.owner();
  const { vaultId, paymentIntentId } = await paidUnheard(ownerId);
  await office.sandbox.delivered();
  const events = office.held.filter(({ payload }) => payload.includes('payment_intent.succeeded'));
  await Promise.all(
    Array.from({ length: 5 }).flatMap(() => [
      completePayment(office.needs, { ownerId, paymentIntentId }),
      ...events.map((event) => receiveWebhook(office.needs, event)),
    ]),
  );
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect((await office.purchases(ownerId)).map(({ status, vaultsCreated }) => [status, vaultsCreated])).toEqual([
    ['active', 1],
  ]);
});

test('PAY-11: a payment for a vault that was deleted meanwhile goes back', async () => {
  const ownerId = await office.owner();
  const { vaultId, paymentIntentId } = await paidUnheard(ownerId);
  await office.database.delete(vaults).where(eq(vaults.id, vaultId));
  await expect(completePayment(office.needs, { ownerId, paymentIntentId })).rejects.toMatchObject({
    code: 'payment-refused',
    extras: { detail: expect.stringMatching(/refunded/) },
  });
  expect(await office.charged()).toBe(0);
  expect((await office.purchases(ownerId)).map(({ status }) => status)).toEqual(['refunded']);
});

test('PAY-12: a payment of another amount than the plan costs activates nothing and goes back', async () => {
  const ownerId = await office.owner();
  const { vaultId, paymentIntentId } = await paidUnheard(ownerId);
  await office.database.update(plans).set({ price: '39.99' }).where(eq(plans.name, 'basic_one_time'));
  await expect(completePayment(office.needs, { ownerId, paymentIntentId })).rejects.toEqual(refused('payment-refused'));
  expect((await office.vault(vaultId))?.paymentStatus).toBe('unpaid');
  expect(await office.charged()).toBe(0);
});

test('PAY-13: where two payments of one vault were made all the same, one is kept and the other goes back', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const first = await createPaymentIntent(office.needs, { ownerId, vaultId });
  const { customerId, planId, amountCents } = await readPurchase(first.clientSecret);
  const begun = { vaultId, userId: ownerId, customerId, planId, amountCents, after: 'another history' };
  const second = await office.paymentGateway.beginPayment(begun);
  await tieToVault(office.needs, second);
  await office.confirm(first.clientSecret);
  await office.confirm(second.clientSecret ?? '');
  await office.sandbox.delivered();
  expect(await office.charged()).toBe(2999);
  expect((await office.purchases(ownerId)).map(({ status }) => status).sort()).toEqual(['active', 'refunded']);
  expect(await office.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  for (const intent of [first.clientSecret, second.clientSecret ?? '']) {
    const completed = await completePayment(office.needs, { ownerId, paymentIntentId: idOf(intent) });
    expect(completed.paymentStatus).toBe('paid');
  }
});

async function readPurchase(clientSecret: string) {
  const purchase = await office.paymentGateway.readPurchase(idOf(clientSecret));
  if (!purchase) throw new Error('the purchase is not there');
  return purchase;
}

test('PAY-14: money on its way back arrives, also when the processor was away, and never activates anything later', async () => {
  const ownerId = await office.owner();
  const { vaultId, paymentIntentId } = await paidUnheard(ownerId);
  await office.database.update(plans).set({ price: '39.99' }).where(eq(plans.name, 'basic_one_time'));
  const away = { ...office.needs.paymentGateway, refund: async () => refuse('service-busy') };
  const report = { ownerId, paymentIntentId };
  await expect(completePayment({ ...office.needs, paymentGateway: away }, report)).rejects.toEqual(
    refused('payment-refused'),
  );
  expect(await office.charged()).toBe(2999);

  await office.database.update(plans).set({ price: '29.99' }).where(eq(plans.name, 'basic_one_time'));
  await reconcilePayments(office.needs);
  await reconcilePayments(office.needs);
  expect(await office.charged()).toBe(0);
  expect((await office.vault(vaultId))?.paymentStatus).toBe('unpaid');
});

test('PAY-15: while the processor is away a payment is refused as such, and nothing is changed', async () => {
  const ownerId = await office.owner();
  const vaultId = await office.draft(ownerId, 'basic_one_time');
  const away = { ...office.needs.paymentGateway, createCustomer: async () => refuse('service-busy') };
  const needs = { ...office.needs, paymentGateway: away };
  await expect(createPaymentIntent(needs, { ownerId, vaultId })).rejects.toEqual(refused('service-busy'));
  const { clientSecret } = await createPaymentIntent(office.needs, { ownerId, vaultId });
  await office.confirm(clientSecret);
  await office.sandbox.delivered();
  expect((await office.vault(vaultId))?.paymentStatus).toBe('paid');
});

test('PAY-74: a plan that nobody heard of until its month failed, or until it was paused, is one all the same', async () => {
  for (const [act, vault, row, letter] of [
    ['decline', 'paid', 'past_due', 'payment-failed'],
    ['pause', 'lapsed', 'paused', 'plan-paused'],
  ] as const) {
    office.eventsArrive(false);
    const ownerId = await office.owner();
    const vaultId = await office.draft(ownerId, 'basic_subscription');
    const begun = await createSubscription(office.needs, { ownerId, vaultId });
    await office.confirm('clientSecret' in begun ? begun.clientSecret : '');
    const id = (await office.purchases(ownerId))[0]?.stripeSubscriptionId ?? '';
    if (act === 'pause') await office.sandbox.tools.pause(id);
    else await office.sandbox.tools.setDeclining(id, true);
    if (act === 'decline') await office.sandbox.tools.passDays(id, 31);
    await reconcilePayments(office.needs);
    const [standing] = await office.purchases(ownerId);
    expect([(await office.vault(vaultId))?.paymentStatus, standing?.status]).toEqual([vault, row]);
    expect(await office.lettersOf(vaultId)).toEqual(['executor-code']);
    expect(await office.lettersTo(ownerId)).toEqual([letter]);
  }
});
