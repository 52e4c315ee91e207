// The HTTP routes for paying: what an owner has used of each plan, three calls to pay, and Stripe's webhook.
import * as contract from '@remembrance/contract/payments.ts';
import { showPlaces as showPlacesCall } from '@remembrance/contract/plans.ts';
import type { Routes } from '../http/routes.ts';
import { showPlaces } from '../purchases/show-places.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { receiveWebhook } from './receive-webhook.ts';

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
