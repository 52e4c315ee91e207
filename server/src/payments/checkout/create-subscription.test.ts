// Monthly plans: the free month with and without a card, given once per owner, and what happens afterwards.
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { monthly } from '../../../testing/owned-plans.ts';
import { cards, intentOf } from '../../../testing/payment-harness.ts';
import { refused, usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { vaults } from '../../platform/database/schema.ts';
import { reconcilePayments } from '../webhooks/reconcile-payments.ts';
import { completePayment } from './complete-payment.ts';
import { createSubscription } from './create-subscription.ts';

const harness = usePaymentHarness();

async function begin(ownerId: string, vaultId: string, promo?: 'freetrial') {
  const started = await createSubscription(harness.needs, { ownerId, vaultId, promo });
  return { ...started, clientSecret: started.status === 'needs-card' ? started.clientSecret : '' };
}

test('PAY-16: a trial with a card starts only when the card is confirmed, and nothing is charged', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const started = await begin(ownerId, vaultId);
  expect(started).toMatchObject({ status: 'needs-card', trial: true, clientSecret: expect.stringMatching(/^seti_/) });
  await harness.sandbox.delivered();
  const report = { ownerId, setupIntentId: intentOf(started.clientSecret) };
  await expect(completePayment(harness.needs, report)).rejects.toEqual(refused('payment-incomplete'));
  expect(await harness.statusOf(vaultId)).toBe('unpaid');

  harness.eventsArrive(false);
  await harness.confirm(started.clientSecret);
  expect(await completePayment(harness.needs, report)).toEqual({ vaultId, paymentStatus: 'trial' });
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  expect(await harness.lastFacts('trial-started')).toMatchObject({ goesOn: true });
  expect(await harness.charged()).toBe(0);
});

test('PAY-17: with the promo the trial starts immediately, without a card', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'premium_subscription');
  expect(await createSubscription(harness.needs, { ownerId, vaultId, promo: 'freetrial' })).toEqual({
    status: 'trialing',
    trial: true,
  });
  await harness.sandbox.delivered();
  expect(await harness.statusOf(vaultId)).toBe('trial');
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  expect(await harness.lastFacts('trial-started')).toMatchObject({ goesOn: false });
});

test('an owner has one free month; the next monthly plan starts with its first payment', async () => {
  const ownerId = await harness.owner();
  const first = await harness.draft(ownerId, 'basic_subscription');
  await begin(ownerId, first, 'freetrial');
  const second = await harness.draft(ownerId, 'premium_subscription');
  const started = await begin(ownerId, second, 'freetrial');
  expect(started).toMatchObject({ status: 'needs-card', trial: false, clientSecret: expect.stringMatching(/^pi_/) });
  expect((await harness.confirm(started.clientSecret, cards.declined)).error?.code).toBe('card_declined');
  expect(await harness.statusOf(second)).toBe('unpaid');

  harness.eventsArrive(false);
  await harness.confirm(started.clientSecret);
  const report = { ownerId, paymentIntentId: intentOf(started.clientSecret) };
  expect(await completePayment(harness.needs, report)).toEqual({ vaultId: second, paymentStatus: 'paid' });
  expect(await harness.lettersOf(second)).toEqual(['executor-code', 'payment-receipt']);
  expect(await harness.charged()).toBe(499);
});

test('if the trials of two drafts start concurrently, the second uses the free place of the first', {
  tags: 'long',
}, async () => {
  const ownerId = await harness.owner();
  const drafts = [
    await harness.draft(ownerId, 'premium_subscription'),
    await harness.draft(ownerId, 'premium_subscription'),
  ];
  const started = await Promise.all(drafts.map((vaultId) => begin(ownerId, vaultId)));
  for (const { clientSecret } of started) await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  expect(await Promise.all(drafts.map(harness.statusOf))).toEqual(['trial', 'trial']);
  expect((await harness.purchases(ownerId)).map(({ status }) => status).sort()).toEqual(['refunded', 'trial']);
  expect(await harness.charged()).toBe(0);
});

test('if twenty tabs start a trial without a card concurrently, one trial runs', { tags: 'long' }, async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const tabs = await Promise.allSettled(Array.from({ length: 20 }, () => begin(ownerId, vaultId, 'freetrial')));
  await harness.sandbox.delivered();
  expect(tabs.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const tab of tabs) if (tab.status === 'rejected') expect(tab.reason).toEqual(refused('already-paid'));
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
  expect(await harness.objects('subscription')).toHaveLength(1);
});

test('a trial with a card is charged at its end and every month after', { tags: 'long' }, async () => {
  const { ownerId, vaultId } = await monthly(harness);
  harness.eventsArrive(false);
  for (let month = 0; month < 3; month++) {
    harness.clock.pass({ days: 31 });
    await reconcilePayments(harness.needs);
  }
  expect(await harness.statusOf(vaultId)).toBe('paid');
  const [purchase] = await harness.purchases(ownerId);
  expect(purchase?.status).toBe('paid');
  expect(purchase?.currentPeriodEnd?.getTime()).toBeGreaterThan(harness.clock.now().getTime());
});

test('going back to the checkout continues the same trial; choosing the promo instead cancels the first trial', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const first = await begin(ownerId, vaultId);
  expect((await begin(ownerId, vaultId)).clientSecret).toBe(first.clientSecret);
  expect((await begin(ownerId, vaultId, 'freetrial')).status).toBe('trialing');
  await harness.confirm(first.clientSecret);
  await harness.sandbox.delivered();
  const subscriptions = await harness.objects<{ status: string }>('subscription');
  expect(subscriptions.map(({ status }) => status).sort()).toEqual(['canceled', 'trialing']);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'trial-started']);
});

test('if Stripe has another price than the plan, nothing is started', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const dearer = { name: 'basic_subscription', displayName: 'Basic Plus', cents: 29900, kind: 'monthly' } as const;
  const price = await harness.paymentGateway.ensurePrice(dearer);
  harness.needs.paymentGateway = { ...harness.paymentGateway, ensurePrice: async () => price };
  for (const promo of [undefined, 'freetrial'] as const) {
    await expect(begin(ownerId, vaultId, promo)).rejects.toThrow('Stripe has another price');
  }
  await harness.sandbox.delivered();
  expect(await harness.statusOf(vaultId)).toBe('unpaid');
});

test('if credit covers the first month, the vault is active without a card', async () => {
  const ownerId = await harness.owner();
  await begin(ownerId, await harness.draft(ownerId, 'basic_subscription'), 'freetrial');
  const store = sandboxStore(harness.database, harness.clock.now());
  const [customer] = await store.list('customer', {});
  if (!customer) throw new Error('no customer to credit');
  await store.put({ ...customer, balance: -1000 });
  const vaultId = await harness.draft(ownerId, 'premium_subscription');
  await expect(begin(ownerId, vaultId)).rejects.toEqual(refused('already-paid'));
  expect([await harness.statusOf(vaultId), await harness.charged()]).toEqual(['paid', 0]);
  expect(await harness.lettersOf(vaultId)).toEqual(['executor-code', 'payment-receipt']);
});

test('a draft uses a free place of a plan in its trial, and deleting a vault frees a monthly place', async () => {
  const ownerId = await harness.owner();
  const [first, second, third] = [
    await harness.draft(ownerId, 'premium_subscription'),
    await harness.draft(ownerId, 'premium_subscription'),
    await harness.draft(ownerId, 'premium_subscription'),
  ];
  await begin(ownerId, first, 'freetrial');
  await expect(begin(ownerId, second)).rejects.toEqual(refused('already-paid'));
  expect(await harness.statusOf(second)).toBe('trial');
  await expect(begin(ownerId, third)).rejects.toMatchObject({
    code: 'plan-limit-reached',
    extras: { detail: expect.stringMatching(/^Premium Plus holds 2 vaults/) },
  });
  await harness.database.delete(vaults).where(eq(vaults.id, first));
  await expect(begin(ownerId, third)).rejects.toEqual(refused('already-paid'));
  expect(await harness.statusOf(third)).toBe('trial');
  expect(await harness.objects('subscription')).toHaveLength(1);
});
