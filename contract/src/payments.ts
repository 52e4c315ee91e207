// Paying for a vault. Stripe decides whether a payment succeeded; the browser only reports that it is done.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { paymentStatuses } from './vaults.ts';

const vaultIdBody = z.strictObject({
  vaultId: z.string('Invalid vault ID').check(z.minLength(1, 'Invalid vault ID'), z.maxLength(100, 'Invalid vault ID')),
});
const payable = [
  'vault-not-found',
  'already-paid',
  'plan-lapsed',
  'wrong-plan-kind',
  'plan-limit-reached',
  'service-busy',
] as const;
const paymentLimit = { tries: 60, seconds: 60 };

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  summary: 'Starts the one-time payment for a vault. The amount is the price of its plan.',
  access: 'owner',
  limit: paymentLimit,
  body: vaultIdBody,
  reply: z.object({ clientSecret: z.string() }),
  refusals: payable,
});

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  summary: 'Starts the monthly plan of a vault with its trial. With the promo the trial starts without a card.',
  access: 'owner',
  limit: paymentLimit,
  body: z.strictObject({ ...vaultIdBody.shape, promo: z.optional(z.enum(['freetrial'])) }),
  /** Without a client secret there is nothing to confirm: the trial has started. */
  reply: z.object({
    clientSecret: z.optional(z.string()),
    status: z.enum(['needs-card', 'trialing']),
    /** Whether the first month is free, once for each owner. */
    trial: z.boolean(),
  }),
  refusals: payable,
});

export const completePayment = endpoint({
  method: 'POST',
  path: '/api/complete-payment',
  summary: 'Reports a confirmed payment or card, so that the page does not have to wait for the webhook.',
  access: 'owner',
  limit: paymentLimit,
  body: z
    .strictObject({
      paymentIntentId: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
      setupIntentId: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
    })
    .check(
      z.refine((input) => (input.paymentIntentId === undefined) !== (input.setupIntentId === undefined), {
        error: 'A payment or a setup is required',
        path: ['paymentIntentId'],
      }),
    ),
  reply: z.object({ vaultId: z.string(), paymentStatus: z.enum(paymentStatuses) }),
  refusals: ['payment-incomplete', 'payment-refused', 'service-busy'],
});

export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  summary: 'Receives signed webhook events from Stripe, in any order and any number of times.',
  access: 'payment-gateway',
  limit: { tries: 6000, seconds: 60 },
  bodyKind: 'signed-text',
  reply: z.object({ received: z.literal(true) }),
  refusals: ['invalid-signature', 'service-busy'],
});
