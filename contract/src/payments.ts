// Paying for a vault. The truth comes from the card processor; the browser only reports that it is done.
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
  summary: 'Begins the one-time payment of a vault. The amount is the price of its plan.',
  access: 'owner',
  limit: paymentLimit,
  body: vaultIdBody,
  reply: z.object({ clientSecret: z.string() }),
  refusals: payable,
});

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  summary: 'Begins the monthly plan of a vault with its trial. With the promo the trial starts without a card.',
  access: 'owner',
  limit: paymentLimit,
  body: z.strictObject({ ...vaultIdBody.shape, promo: z.optional(z.enum(['freetrial'])) }),
  /** Without a client secret there is nothing to confirm: the trial has begun. */
  reply: z.object({
    clientSecret: z.optional(z.string()),
    status: z.enum(['needs-card', 'trialing']),
    /** Whether a first month without charge comes with it; it is given once to each owner. */
    trial: z.boolean(),
  }),
  refusals: payable,
});

export const completePayment = endpoint({
  method: 'POST',
  path: '/api/complete-payment',
  summary: 'Reports a confirmed payment or card, so that the page need not wait for the webhook.',
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
  summary: 'Signed events of the card processor, in any order and any number of times.',
  access: 'card-processor',
  limit: { tries: 6000, seconds: 60 },
  bodyKind: 'signed-text',
  reply: z.object({ received: z.literal(true) }),
  refusals: ['invalid-signature', 'service-busy'],
});
