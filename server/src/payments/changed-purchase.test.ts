// Purchases that were changed at Stripe after we started them, and two tabs that pay for the same vault.

import { intentOf } from '@remembrance/sandbox/card-page.ts';
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
import { users } from '../database/schema.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';

let harness: PaymentHarness;
beforeEach(async () => {
  harness = await openPaymentHarness();
});
afterEach(async () => {
  expect(harness.faults).toEqual([]);
  await harness.close();
});

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const store = () => sandboxStore(harness.database, harness.clock.now());

/** An owner who has used the free month, so that a monthly plan starts with a payment. */
async function ownerWithoutTrial(): Promise<string> {
  const ownerId = await harness.owner();
  await harness.database.update(users).set({ trialStartedAt: harness.clock.now() }).where(eq(users.id, ownerId));
  return ownerId;
}

async function beginMonthly(ownerId: string, vaultId: string): Promise<string> {
  const started = await createSubscription(harness.needs, { ownerId, vaultId });
  if (started.status !== 'needs-card') throw new Error('no payment was required');
  return started.clientSecret;
}

async function expectRefunded(ownerId: string, vaultId: string, clientSecret: string): Promise<void> {
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  const report = { ownerId, paymentIntentId: intentOf(clientSecret) };
  await expect(completePayment(harness.needs, report)).rejects.toEqual(refused('payment-refused'));
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'unpaid', activatedAt: null });
  expect(await harness.lettersOf(vaultId)).toEqual([]);
  expect((await harness.purchases(ownerId)).map(({ status }) => status)).toEqual(['refunded']);
  expect(await harness.charged()).toBe(0);
}

describe('PAY-69: a payment whose price was changed at Stripe activates nothing and is refunded', () => {
  test.each([
    ['with a smaller amount', { amount: 100 }],
    ['with a larger amount', { amount: 299_900 }],
    ['in another currency', { currency: 'huf' }],
  ])('%s', async (_, change) => {
    const ownerId = await harness.owner();
    const vaultId = await harness.draft(ownerId, 'basic_one_time');
    const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
    const intent = await store().get('payment_intent', intentOf(clientSecret));
    if (!intent) throw new Error('the payment is not there');
    await store().put({ ...intent, ...change });
    await expectRefunded(ownerId, vaultId, clientSecret);
  });
});

test('PAY-70: a subscription with another price at Stripe activates nothing, is cancelled and is refunded', async () => {
  const ownerId = await ownerWithoutTrial();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const clientSecret = await beginMonthly(ownerId, vaultId);
  const [row] = await harness.purchases(ownerId);
  const subscription = await store().get('subscription', row?.stripeSubscriptionId ?? '');
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) throw new Error('the plan is not there');
  const price = { ...item.price, unit_amount: 1 };
  await store().put({ ...subscription, items: { object: 'list', data: [{ ...item, price }] } });
  await expectRefunded(ownerId, vaultId, clientSecret);
  expect(await harness.objects('subscription')).toMatchObject([{ status: 'canceled' }]);
});

test('PAY-71: a payment whose metadata names another owner or vault activates nothing', async () => {
  const [ownerId, stranger] = [await harness.owner(), await harness.owner('Otto')];
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const foreign = await harness.draft(stranger, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  await createPaymentIntent(harness.needs, { ownerId: stranger, vaultId: foreign });
  const intent = await store().get('payment_intent', intentOf(clientSecret));
  if (!intent) throw new Error('the payment is not there');
  await store().put({ ...intent, metadata: { ...intent.metadata, userId: stranger, vaultId: foreign } });
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  const report = { ownerId, paymentIntentId: intentOf(clientSecret) };
  await expect(completePayment(harness.needs, report)).rejects.toEqual(refused('payment-refused'));
  for (const id of [vaultId, foreign]) {
    expect(await harness.vault(id)).toMatchObject({ paymentStatus: 'unpaid', activatedAt: null });
  }
});

describe('PAY-72: two tabs that pay for one vault charge once', () =>
  test.each(['once', 'monthly'])('%s', async (kind) => {
    const ownerId = await ownerWithoutTrial();
    const vaultId = await harness.draft(ownerId, kind === 'once' ? 'basic_one_time' : 'basic_subscription');
    const begin = async () =>
      kind === 'once'
        ? (await createPaymentIntent(harness.needs, { ownerId, vaultId })).clientSecret
        : await beginMonthly(ownerId, vaultId);
    const tabs = await Promise.all([begin(), begin()]);
    const confirmed = await Promise.all(tabs.map((clientSecret) => harness.confirm(clientSecret)));
    expect(confirmed.filter(({ intent }) => intent?.status === 'succeeded')).toHaveLength(1);
    const reports = tabs.map((clientSecret) => ({ ownerId, paymentIntentId: intentOf(clientSecret) }));
    const completed = await Promise.all(reports.map((report) => completePayment(harness.needs, report)));
    await harness.sandbox.delivered();
    expect(completed).toEqual([
      { vaultId, paymentStatus: 'paid' },
      { vaultId, paymentStatus: 'paid' },
    ]);
    expect(await harness.charged()).toBe(kind === 'once' ? 2999 : 299);
    expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
    expect((await harness.purchases(ownerId)).map(({ status, vaultsCreated }) => [status, vaultsCreated])).toEqual([
      ['active', 1],
    ]);
  }));
