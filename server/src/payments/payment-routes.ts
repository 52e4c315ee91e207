// The HTTP routes for paying: what an owner has used of each plan, three calls to pay, and Stripe's webhook.
import * as contract from '@remembrance/contract/payments.ts';
import { showPlaces as showPlacesCall } from '@remembrance/contract/plans.ts';
import type { Routes } from '../http/routes.ts';
import { showPlaces } from '../plans/plan-routes.ts';
import { completePayment } from './checkout/complete-payment.ts';
import { createPaymentIntent } from './checkout/create-payment-intent.ts';
import { createSubscription } from './checkout/create-subscription.ts';
import type { PaymentNeeds } from './settlement/payment-needs.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';

export function paymentRoutes(routes: Routes, needs: PaymentNeeds): void {
  routes.owner(showPlacesCall, ({ owner }) => showPlaces(needs, owner.id));
  routes.owner(contract.createPaymentIntent, ({ body, owner }) =>
    createPaymentIntent(needs, { ...body, ownerId: owner.id }),
  );
  routes.owner(contract.createSubscription, ({ body, owner }) =>
    createSubscription(needs, { ...body, ownerId: owner.id }),
  );
  routes.owner(contract.completePayment, ({ body, owner }) => completePayment(needs, { ...body, ownerId: owner.id }));
  routes.open(contract.paymentWebhook, async ({ request: { body, headers } }) => {
    const { 'stripe-signature': signature } = headers;
    await receiveWebhook(needs, { payload: textOf(body), signature: textOf(signature) });
    return { received: true as const };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
