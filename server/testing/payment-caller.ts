// For tests: calls the payment and billing routes over HTTP, using the payment harness.
import Fastify from 'fastify';
import { answerProblems } from '../src/http/problem-reply.ts';
import { createRoutes, type Owner } from '../src/http/routes.ts';
import { billingRoutes } from '../src/payments/billing/billing-routes.ts';
import { paymentRoutes } from '../src/payments/payment-routes.ts';
import type { PaymentNeeds } from '../src/payments/settlement/payment-needs.ts';
import { type Caller, createCaller } from './caller.ts';
import { noLimits } from './no-limits.ts';

/** A browser that just signed in as this owner, or as nobody. It uses the application's own routes. */
export function openPaymentCaller(needs: PaymentNeeds, ownerId?: string): Caller {
  const { clock, publicUrl } = needs;
  const app = Fastify();
  answerProblems(app, clock);
  const routes = createRoutes({
    isOnHold: async () => false,
    isExchanged: () => false,
    app,
    clock,
    rateLimiter: noLimits,
    ourOrigins: new Set([publicUrl]),
    publicUrl,
    readOwner: async () =>
      ownerId === undefined ? null : ({ id: ownerId, tokenName: null, provenAt: clock.now() } as Owner),
  });
  paymentRoutes(routes, needs);
  billingRoutes(routes, needs);
  return createCaller({ app, origin: publicUrl });
}
