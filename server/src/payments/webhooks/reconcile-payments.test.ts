// The reconciliation job finds and settles changes that no webhook event reported.
import { expect, test } from 'vitest';
import { begunOnce, monthly, timePasses } from '../../../testing/owned-plans.ts';
import { cards } from '../../../testing/payment-harness.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const harness = usePaymentHarness();

test('a fault with one purchase is logged and does not stop the others; if Stripe is unreachable, the run ends', async () => {
  harness.eventsArrive(false);
  const vaultIds: string[] = [];
  for (let payment = 0; payment < 2; payment++) {
    harness.clock.pass({ seconds: 1 });
    const { vaultId, clientSecret } = await begunOnce(harness);
    await harness.confirm(clientSecret);
    vaultIds.push(vaultId);
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
  expect(harness.faults.splice(0)).toHaveLength(1);
  expect(await Promise.all(vaultIds.map(harness.statusOf))).toEqual(['unpaid', 'paid']);
});

test("a plan that is unpaid for thirty days is ended, regardless of Stripe's settings, and the month is never charged", async () => {
  const plan = await monthly(harness, 'basic_subscription', cards.failsLater);
  await timePasses(harness, plan, 31);
  harness.clock.pass({ days: 28 });
  await reconcilePayments(harness.needs);
  expect((await harness.purchases(plan.ownerId)).map(({ status }) => status)).toEqual(['past-due']);
  harness.clock.pass({ days: 3 });
  await reconcilePayments(harness.needs);
  expect((await harness.purchases(plan.ownerId)).map(({ status }) => status)).toEqual(['ended']);
  await harness.sandbox.delivered();
  expect(await harness.lettersTo(plan.ownerId)).toEqual(['payment-failed', 'plan-ended']);
  await harness.sandbox.tools.setDeclining(plan.stripeId, false);
  await timePasses(harness, plan, 60);
  expect(await harness.charged()).toBe(0);
});

test('an event about an invoice is processed whichever API version created it', async () => {
  const plan = await monthly(harness);
  harness.eventsArrive(false);
  await timePasses(harness, plan, 31);
  const sent = harness.sentEvents.map(({ payload }) => JSON.parse(payload)).find(({ type }) => type === 'invoice.paid');
  const { parent: _, ...object } = sent.data.object;
  const old = { ...sent, api_version: '2024-06-20', data: { object: { ...object, subscription: plan.stripeId } } };
  await receiveWebhook(harness.needs, harness.signed(old, harness.clock.now()));
  expect(await harness.statusOf(plan.vaultId)).toBe('paid');
});
