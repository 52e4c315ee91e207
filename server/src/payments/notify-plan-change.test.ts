// The letters of a plan: each is sent once, whichever event arrives first, and none is missed if no event arrives.

import { sandboxKeys } from '@remembrance/sandbox/sandbox.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cards, openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
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

async function onTrial(card: string | null) {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_subscription');
  const promo = card ? undefined : ('freetrial' as const);
  const started = await createSubscription(harness.needs, { ownerId, vaultId, promo });
  if (card && started.status === 'needs-card') await harness.confirm(started.clientSecret, card);
  await harness.sandbox.delivered();
  const [row] = await harness.purchases(ownerId);
  return { ownerId, vaultId, id: row?.stripeSubscriptionId ?? '' };
}

/** Time-driven changes at Stripe happen at the next call, and their events follow. */
async function timePasses(id: string, days: number): Promise<void> {
  harness.clock.pass({ days });
  await harness.paymentGateway.readPurchase(id);
  await harness.sandbox.delivered();
}

async function deliverAllAgain(): Promise<void> {
  const now = harness.clock.now();
  for (const { payload } of [...harness.sentEvents].reverse()) {
    await receiveWebhook(harness.needs, harness.signed(JSON.parse(payload), now));
  }
}

test('PAY-50: the owner is notified once, three days before a trial ends', async () => {
  const { ownerId, id } = await onTrial(null);
  await timePasses(id, 26);
  expect(await harness.lettersTo(ownerId)).toEqual([]);
  await timePasses(id, 1.5);
  expect(await harness.lettersTo(ownerId)).toEqual(['trial-ending']);
  await deliverAllAgain();
  await reconcilePayments(harness.needs);
  expect(await harness.lettersTo(ownerId)).toEqual(['trial-ending']);
});

test('PAY-51: if no event arrives, reconciliation notifies of the end of the trial and of the end of the plan', async () => {
  const { ownerId, id } = await onTrial(null);
  harness.eventsArrive(false);
  await timePasses(id, 28);
  await reconcilePayments(harness.needs);
  await reconcilePayments(harness.needs);
  expect(await harness.lettersTo(ownerId)).toEqual(['trial-ending']);
  await timePasses(id, 3);
  await reconcilePayments(harness.needs);
  expect(await harness.lettersTo(ownerId)).toEqual(['plan-ended', 'trial-ending']);
});

test('PAY-52: a failed monthly payment is notified once, and its vault does not change', async () => {
  const { ownerId, vaultId, id } = await onTrial(cards.failsLater);
  await timePasses(id, 31);
  await deliverAllAgain();
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-failed']);
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'trial', status: 'active' });
});

test('PAY-63: an unpaid month causes one letter, however many days pass, and the next unpaid month another', async () => {
  const { ownerId, vaultId, id } = await onTrial(cards.failsLater);
  const { tools } = harness.sandbox;
  const passDays = async (days: number) => {
    await tools.passDays(id, days);
    await harness.sandbox.delivered();
  };
  const failures = async () => (await harness.lettersTo(ownerId)).filter((kind) => kind === 'payment-failed').length;
  await passDays(31);
  for (let day = 0; day < 3; day++) await passDays(1);
  await deliverAllAgain();
  expect(await failures()).toBe(1);

  await tools.setDeclining(id, false);
  const [invoice] = await harness.objects<{ id: string }>('invoice');
  const pay = new Request(`https://api.stripe.com/v1/invoices/${invoice?.id}/pay`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.secret}` },
  });
  await harness.sandbox.fetch(pay);
  await harness.sandbox.delivered();
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('paid');
  await tools.setDeclining(id, true);
  await passDays(31);
  await passDays(1);
  expect(await failures()).toBe(2);
});

test('PAY-53: the end of a plan is notified once, even if events arrive late or twice', async () => {
  const { ownerId, vaultId, id } = await onTrial(cards.pays);
  await harness.paymentGateway.cancelPurchase({ kind: 'monthly', id });
  await harness.sandbox.delivered();
  await deliverAllAgain();
  expect(await harness.lettersTo(ownerId)).toEqual(['plan-ended']);
  expect((await harness.vault(vaultId))?.paymentStatus).toBe('lapsed');
});

test('PAY-54: a refund by the operator is notified once, and its vault lapses and can still be released', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const { clientSecret } = await createPaymentIntent(harness.needs, { ownerId, vaultId });
  await harness.confirm(clientSecret);
  await harness.sandbox.delivered();
  const [id = ''] = clientSecret.split('_secret_');
  await harness.paymentGateway.refund({ kind: 'once', id, intentId: id });
  await harness.sandbox.delivered();
  await deliverAllAgain();
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-returned']);
  expect(await harness.vault(vaultId)).toMatchObject({ paymentStatus: 'lapsed', status: 'active' });
});

test('PAY-55: our own refund is notified in the transaction that decides it, and its event causes no second letter', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  const other = await harness.draft(ownerId, 'basic_one_time');
  const [first, second] = [
    await createPaymentIntent(harness.needs, { ownerId, vaultId }),
    await createPaymentIntent(harness.needs, { ownerId, vaultId: other }),
  ];
  await harness.confirm(first.clientSecret);
  await harness.confirm(second.clientSecret);
  await harness.sandbox.delivered();
  await deliverAllAgain();
  expect(await harness.lettersTo(ownerId)).toEqual(['payment-returned']);
  expect(await harness.charged()).toBe(2999);
});
