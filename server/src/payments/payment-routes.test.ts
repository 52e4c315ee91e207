// The payment routes over HTTP: who may call them, what is refused, and one payment from start to end.
import * as contract from '@remembrance/contract/payments.ts';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openPaymentCaller } from '../../testing/payment-caller.ts';
import { usePaymentHarness } from '../../testing/use-payment-harness.ts';
import type { PaymentNeeds } from './settlement/payment-needs.ts';

const harness = usePaymentHarness();

const post = async (url: string, payload: object, ownerId?: string, needs: PaymentNeeds = harness.needs) => {
  const answer = await openPaymentCaller(needs, ownerId).send({ method: 'POST', url, payload });
  return { status: answer.statusCode, body: answer.json() };
};

test("a payment completes over HTTP, and its event's signature is checked over the raw body", async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  harness.eventsArrive(false);
  const started = await post(contract.createPaymentIntent.path, { vaultId }, ownerId);
  expect(Object.keys(started.body)).toEqual(['clientSecret']);
  await harness.confirm(started.body.clientSecret);
  await harness.sandbox.delivered();
  const event = harness.sentEvents.find(({ payload }) => payload.includes('"payment_intent.succeeded"'));
  const deliver = (signature: string) =>
    openPaymentCaller(harness.needs).send({
      method: 'POST',
      url: contract.paymentWebhook.path,
      payload: event?.payload ?? '',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
  expect((await deliver('t=1,v1=00')).statusCode).toBe(400);
  expect(await harness.statusOf(vaultId)).toBe('unpaid');
  expect((await deliver(event?.signature ?? '')).json()).toEqual({ received: true });
  expect(await harness.statusOf(vaultId)).toBe('paid');

  const paymentIntentId = started.body.clientSecret.split('_secret_')[0];
  const completed = await post(contract.completePayment.path, { paymentIntentId }, ownerId);
  expect(completed).toEqual({ status: 200, body: { vaultId, paymentStatus: 'paid' } });
  const again = await post(contract.createPaymentIntent.path, { vaultId }, ownerId);
  expect([again.status, again.body.code]).toEqual([409, 'already-paid']);
});

test('an error from Stripe about our request is a fault, and its text does not reach the owner', async () => {
  const ownerId = await harness.owner();
  const vaultId = await harness.draft(ownerId, 'basic_one_time');
  for (const statusCode of [400, 401, 403, 404]) {
    const refusal = new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', statusCode } as never);
    const gateway = { ...harness.paymentGateway, createCustomer: () => Promise.reject(refusal) };
    const needs = { ...harness.needs, paymentGateway: gateway };
    const { status, body } = await post(contract.createPaymentIntent.path, { vaultId }, ownerId, needs);
    expect([status, body.code]).toEqual([500, 'fault']);
  }
});
