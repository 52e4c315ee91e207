// Purchases that were changed at Stripe after we started them, and two tabs that pay for the same vault.
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { describe, expect, test } from 'vitest';
import { begunOnce } from '../../../testing/owned-plans.ts';
import { intentOf } from '../../../testing/payment-harness.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { completePayment } from '../checkout/complete-payment.ts';
import { createSubscription } from '../checkout/create-subscription.ts';

const harness = usePaymentHarness();

const store = () => sandboxStore(harness.database, harness.clock.now());

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
    const { ownerId, vaultId, clientSecret } = await begunOnce(harness);
    const intent = await store().get('payment_intent', intentOf(clientSecret));
    if (!intent) throw new Error('the payment is not there');
    await store().put({ ...intent, ...change });
    await expectRefunded(ownerId, vaultId, clientSecret);
  });
});

test('a subscription with another price at Stripe activates nothing and is cancelled', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const started = await createSubscription(harness.needs, { ownerId, vaultId });
  const [subscription] = await store().list('subscription', {});
  for (const { price } of subscription?.items.data ?? []) price.unit_amount = 1;
  if (subscription) await store().put(subscription);
  await harness.confirm('clientSecret' in started ? started.clientSecret : '');
  await harness.sandbox.delivered();
  expect([await harness.statusOf(vaultId), await harness.lettersOf(vaultId)]).toEqual(['unpaid', []]);
  expect(await harness.objects('subscription')).toMatchObject([{ status: 'canceled' }]);
});

test('a payment whose metadata names another owner or vault activates nothing', async () => {
  const { ownerId, vaultId, clientSecret } = await begunOnce(harness);
  const { ownerId: stranger, vaultId: foreign } = await begunOnce(harness);
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
