// The reconciliation job: finds and settles what no webhook event reported.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPaymentHarness, type PaymentHarness } from '../../testing/payment-harness.ts';
import { refuse } from '../lib/refusal.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let harness: PaymentHarness;
beforeEach(async () => {
  harness = await openPaymentHarness();
});
afterEach(() => harness.close());

const statusOf = async (vaultId: string) => (await harness.vault(vaultId))?.paymentStatus;

test('PAY-31: a payment whose tab was closed and whose event was lost is settled once by reconciliation', async () => {
  harness.eventsArrive(false);
  const ownerId = await harness.owner();
  const once = await harness.draft(ownerId, 'basic_one_time');
  const monthly = await harness.draft(ownerId, 'basic_subscription');
  const payment = await createPaymentIntent(harness.needs, { ownerId, vaultId: once });
  const trial = await createSubscription(harness.needs, { ownerId, vaultId: monthly });
  await harness.confirm(payment.clientSecret);
  if (trial.status === 'needs-card') await harness.confirm(trial.clientSecret);
  await Promise.all([reconcilePayments(harness.needs), reconcilePayments(harness.needs)]);
  expect([await statusOf(once), await statusOf(monthly)]).toEqual(['paid', 'trial']);
  expect(await harness.lettersOf(once)).toEqual(['executor-code', 'payment-receipt']);
  expect(harness.faults).toEqual([]);
});

test('PAY-32: an open purchase is checked often for a day, daily for a month, and then never again', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  await createPaymentIntent(harness.needs, { ownerId, vaultId });
  let reads = 0;
  const { readPurchase } = harness.paymentGateway;
  const counting = {
    ...harness.paymentGateway,
    readPurchase(id: string) {
      reads += 1;
      return readPurchase(id);
    },
  };
  const looks = async (times: number, span: { hours?: number; minutes?: number; days?: number }) => {
    reads = 0;
    for (let look = 0; look < times; look++) {
      await reconcilePayments({ ...harness.needs, paymentGateway: counting });
      harness.clock.pass(span);
    }
    return reads;
  };
  expect(await looks(5, { minutes: 2 })).toBe(5);
  harness.clock.pass({ days: 2 });
  expect(await looks(12, { hours: 2 })).toBe(1);
  harness.clock.pass({ days: 40 });
  expect(await looks(5, { hours: 1 })).toBe(0);
});

test('PAY-33: a fault with one purchase is logged and does not stop the others; if Stripe is unreachable, the run ends', async () => {
  harness.eventsArrive(false);
  const ownerId = await harness.owner();
  const vaultIds = [await harness.draft(ownerId, 'basic_one_time'), await harness.draft(ownerId, 'premium_one_time')];
  for (const vaultId of vaultIds) {
    harness.clock.pass({ seconds: 1 });
    await harness.confirm((await createPaymentIntent(harness.needs, { ownerId, vaultId })).clientSecret);
  }
  await harness.sandbox.delivered(); // dropped: an event still in transit would be processed before the purchases
  const { readPurchase } = harness.paymentGateway;
  let calls = 0;
  const away = {
    ...harness.paymentGateway,
    async readPurchase() {
      calls += 1;
      return refuse('service-busy');
    },
  };
  await reconcilePayments({ ...harness.needs, paymentGateway: away });
  expect(calls).toBe(1);

  let first = true;
  const faulty = {
    ...harness.paymentGateway,
    readPurchase(id: string) {
      if (!first) return readPurchase(id);
      first = false;
      throw new Error('an unexpected answer');
    },
  };
  await reconcilePayments({ ...harness.needs, paymentGateway: faulty });
  expect(harness.faults).toHaveLength(1);
  expect(await Promise.all(vaultIds.map(statusOf))).toEqual(['unpaid', 'paid']);
});
