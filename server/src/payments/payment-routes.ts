// Paying over HTTP: the owner's three calls, and the card processor's one.
import * as contract from '@remembrance/contract/payments.ts';
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import type { Routes } from '../http/routes.ts';
import { completePayment } from './complete-payment.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { createSubscription } from './create-subscription.ts';
import type { ProcessorKeys } from './payment-gateway.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { sandboxKeys } from './sandbox/sandbox.ts';
import { sandboxScriptPath } from './sandbox/sandbox-routes.ts';
import { takeEvent } from './take-event.ts';

export function paymentRoutes(routes: Routes, needs: PaymentNeeds): void {
  routes.owner(contract.createPaymentIntent, ({ body, owner }) =>
    createPaymentIntent(needs, { ...body, ownerId: owner.id }),
  );
  routes.owner(contract.createSubscription, ({ body, owner }) =>
    createSubscription(needs, { ...body, ownerId: owner.id }),
  );
  routes.owner(contract.completePayment, ({ body, owner }) => completePayment(needs, { ...body, ownerId: owner.id }));
  routes.open(contract.cardProcessorEvent, async ({ request: { body, headers } }) => {
    const { 'stripe-signature': signature } = headers;
    await takeEvent(needs, { payload: textOf(body), signature: textOf(signature) });
    return { received: true as const };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a page must know to show the card form. */
export function paymentFacts({ stripe }: { stripe: ProcessorKeys | undefined }): ServiceFacts['payment'] {
  if (!stripe) return { testMode: true, publishableKey: sandboxKeys.publishable, scriptPath: sandboxScriptPath };
  const { publishableKey } = stripe;
  return { testMode: !publishableKey.startsWith('pk_live_'), publishableKey, scriptPath: null };
}
