// Every call that needs Stripe is refused over HTTP and changes nothing while Stripe does not answer.
import * as contract from '@remembrance/contract/billing.ts';
import * as payments from '@remembrance/contract/payments.ts';
import type { LightMyRequestResponse } from 'fastify';
import { test } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import { expectRefused } from '../../../testing/expect-refused.ts';
import { firstAttempts } from '../../../testing/gateways.ts';
import { ended, monthly, paidUnnoticed } from '../../../testing/owned-plans.ts';
import { openPaymentCaller } from '../../../testing/payment-caller.ts';
import { usePaymentHarness } from '../../../testing/use-payment-harness.ts';
import { createStripeGateway } from '../gateway/stripe-gateway.ts';

const harness = usePaymentHarness();

type Call = () => Promise<LightMyRequestResponse>;

/** Stripe is down, and tells its SDK not to retry immediately. */
const away = () => {
  const answer = Response.json({ error: {} }, { status: 503, headers: { 'stripe-should-retry': 'false' } });
  const webhookSecret = harness.keyring.librarySecret('card-processor-sandbox');
  const fetch = async () => answer.clone();
  const keys = { secretKey: 'sk_test_away', webhookSecret };
  const gateway = createStripeGateway({ ...keys, attempts: firstAttempts, fetch });
  return { ...harness.needs, paymentGateway: gateway };
};

/** Each prepares its state while Stripe answers, and returns the call to make while it does not. */
const callsToStripe: Record<string, () => Promise<Call>> = {
  'POST /api/create-payment-intent': async () => {
    const ownerId = await harness.owner();
    const vaultId = await harness.draft(ownerId, 'basic_one_time');
    return () => openPaymentCaller(away(), ownerId).call(payments.createPaymentIntent, { body: { vaultId } });
  },
  'POST /api/create-subscription': async () => {
    const ownerId = await harness.owner();
    const vaultId = await harness.draft(ownerId, 'basic_subscription');
    return () => openPaymentCaller(away(), ownerId).call(payments.createSubscription, { body: { vaultId } });
  },
  'POST /api/complete-payment': async () => {
    const { ownerId, intentId: paymentIntentId } = await paidUnnoticed(harness);
    return () => openPaymentCaller(away(), ownerId).call(payments.completePayment, { body: { paymentIntentId } });
  },
  'POST /api/webhooks/stripe': async () => {
    const { payload, signature } = (await paidUnnoticed(harness)).event;
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { method, path: url } = payments.paymentWebhook;
    return () => openPaymentCaller(away()).send({ method, url, payload, headers });
  },
  'GET /api/billing': onPlan((caller) => caller.call(contract.getBilling)),
  'POST /api/billing/plans/:id/card': onPlan((caller, id) => caller.call(contract.beginCardChange, { params: { id } })),
  'PUT /api/billing/plans/:id/card': onPlan((caller, id) =>
    caller.call(contract.completeCardChange, { params: { id }, body: { setupIntentId: 'seti_1' } }),
  ),
  'GET /api/billing/plans/:id/change': onPlan((caller, id) =>
    caller.call(contract.previewPlanChange, { params: { id }, query: { plan: 'premium_subscription' } }),
  ),
  'POST /api/billing/plans/:id/change': onPlan((caller, id) => changeNow(caller, id)),
  'POST /api/billing/plans/:id/cancel': onPlan((caller, id) =>
    caller.call(contract.cancelPlan, { params: { id }, body: { isCancelled: true } }),
  ),
  'POST /api/billing/plans/:id/resume': onPlan((caller, id) => caller.call(contract.resumePlan, { params: { id } })),
  'POST /api/billing/plans/:id/restart': async () => {
    const { ownerId, id } = await ended(harness);
    return () => openPaymentCaller(away(), ownerId).call(contract.renewPlan, { params: { id } });
  },
};

function onPlan(call: (caller: Caller, id: string) => Promise<LightMyRequestResponse>): () => Promise<Call> {
  return async () => {
    const { ownerId, id } = await monthly(harness);
    return () => call(openPaymentCaller(away(), ownerId), id);
  };
}

function changeNow(caller: Caller, id: string): Promise<LightMyRequestResponse> {
  const at = harness.clock.now().toISOString();
  return caller.call(contract.changePlan, { params: { id }, body: { plan: 'premium_subscription', at } });
}

test.each(Object.entries(callsToStripe))(
  'while Stripe does not answer, %s is refused and changes nothing',
  async (_, prepare) => {
    // A failed event is stored for a retry.
    await expectRefused(harness.database, 'service-busy', await prepare(), ['payment_events']);
  },
);
