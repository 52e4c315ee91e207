// Payment methods: we accept only cards and set them on their plan. If a plan at Stripe has another method, we show it.
import { sandboxStore } from '@remembrance/sandbox/store.ts';
import { expect, test } from 'vitest';
import { begunOnce, deliverAllAgain, monthly, passDays, timePasses } from '../../../testing/owned-plans.ts';
import { intentOf } from '../../../testing/payment-harness.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { beginCardChange } from '../billing/monthly-plan.ts';
import { showBilling } from '../billing/show-billing.ts';
import { completePayment } from '../checkout/complete-payment.ts';
import { createSubscription } from '../checkout/create-subscription.ts';

const harness = usePaymentHarness();

/** The secrets of everything a page can confirm: a payment, a free month, a first month and a new card. */
async function everySecret(): Promise<string[]> {
  const { ownerId, clientSecret } = await begunOnce(harness);
  const plan = await monthly(harness);
  const free = await createSubscription(harness.needs, {
    ownerId,
    vaultId: await harness.draft(ownerId, 'basic_subscription'),
  });
  const first = await createSubscription(harness.needs, {
    ownerId: plan.ownerId,
    vaultId: await harness.draft(plan.ownerId, 'premium_subscription'),
  });
  const another = await beginCardChange(harness.needs, plan);
  return [
    clientSecret,
    ...[free, first].map((one) => ('clientSecret' in one ? one.clientSecret : '')),
    another.clientSecret,
  ];
}

test('a payment, a free month, a first month and a new card for a plan can be confirmed only by card', {
  tags: 'long',
}, async () => {
  for (const secret of await everySecret()) {
    expect((await harness.confirmByLink(secret)).error?.code).toMatch(/incompatible_payment_method/);
    expect((await harness.confirm(secret)).intent?.status).toBe('succeeded');
  }
});

test('a plan paid by another method is shown with it, and described as continuing', { tags: 'long' }, async () => {
  const plan = await monthly(harness);
  const store = sandboxStore(harness.database, harness.clock.now());
  const [method] = await store.list('payment_method', {});
  if (!method) throw new Error('the plan has no card');
  const { card: _, ...rest } = method;
  await store.put({ ...rest, type: 'link' });
  const [shown] = (await showBilling(harness.needs, plan.ownerId)).plans;
  expect(shown).toMatchObject({ card: { brand: 'link', lastFour: '' }, nextPayment: { amount: '2.99' }, endsAt: null });
  await timePasses(harness, plan, 28);
  expect(await harness.lastFacts('trial-ending')).toMatchObject({ goesOn: true });
});

test('the card of a free month is set on its plan, whether its page, its event or only a later event reports it', {
  tags: 'long',
}, async () => {
  for (const way of ['page', 'event', 'late'] as const) {
    harness.eventsArrive(way === 'event');
    const ownerId = await harness.owner();
    const vaultId = await harness.draft(ownerId, 'basic_subscription');
    const started = await createSubscription(harness.needs, { ownerId, vaultId });
    const clientSecret = 'clientSecret' in started ? started.clientSecret : '';
    await harness.confirm(clientSecret);
    if (way === 'page') await completePayment(harness.needs, { ownerId, setupIntentId: intentOf(clientSecret) });
    await harness.sandbox.delivered();
    if (way === 'late') await deliverAllAgain(harness);
    const id = (await harness.purchases(ownerId))[0]?.stripeSubscriptionId ?? '';
    expect([way, (await harness.paymentGateway.readPurchase(id))?.card?.lastFour]).toEqual([way, '4242']);
    await passDays(harness, id, 31);
    await harness.paymentGateway.readPurchase(id);
    expect((await harness.paymentGateway.readPurchase(id))?.state).toBe('paid');
  }
});
