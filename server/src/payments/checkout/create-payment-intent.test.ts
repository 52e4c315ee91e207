// One-time payments: what is refused, what is charged, and a vault is paid only once, whatever the number of tabs.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { intentOf } from '../../../testing/payment-harness.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { plans } from '../../platform/database/schema.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';

const harness = usePaymentHarness();

test('a confirmed payment activates its vault, with one code for its executor and a receipt', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  harness.eventsArrive(false);
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect((await harness.confirm(clientSecret)).intent?.status).toBe('succeeded');
  expect(await harness.statusOf(vaultId)).toBe('unpaid');

  const completed = await completePayment(harness.needs, { ownerId, paymentIntentId: intentOf(clientSecret) });
  expect(completed).toEqual({ vaultId, paymentStatus: 'paid' });
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
  expect((await harness.actsOf(vaultId)).map(({ event }) => event).sort()).toEqual([
    'code-issued',
    'payment-seen',
    'vault-activated',
  ]);
  expect(await harness.charged()).toBe(2999);
});

test('PAY-4: every tab gets the same payment, immediately and hours later, so that a vault is charged once', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const tabs = await Promise.all(
    Array.from({ length: 10 }, () => createPaymentIntent(harness.needs, { ownerId, vaultId })),
  );
  harness.clock.pass({ hours: 20 });
  tabs.push(await createPaymentIntent(harness.needs, { ownerId, vaultId }));
  const [secret = '', ...others] = new Set(tabs.map(({ clientSecret }) => clientSecret));
  expect(others).toEqual([]);
  const paid = await Promise.all(tabs.map(() => harness.confirm(secret)));
  expect(paid.filter(({ intent }) => intent?.status === 'succeeded')).toHaveLength(1);
  expect(await harness.charged()).toBe(2999);
  expect(await harness.purchases(ownerId)).toHaveLength(1);
});

test('an old open payment is cancelled before a new one is created', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const old = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  harness.clock.pass({ hours: 25 });
  const fresh = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect(fresh.clientSecret).not.toBe(old.clientSecret);
  expect((await harness.confirm(old.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');

  await harness.database.update(plans).set({ price: '35.00' }).where(eq(plans.name, 'basic_one_time'));
  const dearer = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  expect((await harness.confirm(fresh.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
  await harness.confirm(dearer.clientSecret);
  expect(await harness.charged()).toBe(3500);
});
