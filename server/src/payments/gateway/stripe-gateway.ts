// The gateway to Stripe through Stripe's SDK. The sandbox is called through the same SDK, so both use one code path.
import Stripe from 'stripe';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Attempts, GatewayMode, PaymentGateway } from './payment-gateway.ts';
import { callStripe, numberedCalls } from './stripe-answers.ts';
import { createStripeCards } from './stripe-cards.ts';
import { cardEventOf, signedEvent } from './stripe-events.ts';
import { createStripeInvoices } from './stripe-invoices.ts';
import { createStripePlans } from './stripe-plans.ts';
import { createStripePurchases } from './stripe-purchases.ts';
import { createStripeDisputes } from './stripe-reading.ts';

interface Options {
  secretKey: string;
  webhookSecret: string;
  attempts: Attempts;
  /** Replaces the network: the sandbox's handler. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export const apiVersion = '2026-10-28.endive';
/** Two attempts of this length stay below the ten seconds a person waits. */
const timeoutMilliseconds = 4500;

export function createStripeGateway({ secretKey, webhookSecret, attempts, fetch }: Options): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 1,
    timeout: timeoutMilliseconds,
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient((url, init) => fetch(new Request(url as string, init))) }),
  });
  const mode: GatewayMode = fetch ? 'sandbox' : /^[a-z]+_live_/.test(secretKey) ? 'live' : 'test';
  const numbered = numberedCalls(attempts);
  return {
    mode,
    readEvent(payload, signature, receivedAt) {
      const event = signedEvent(stripe, { payload, signature, webhookSecret, receivedAt });
      if (event?.livemode !== (mode === 'live')) refuse('invalid-signature');
      return cardEventOf(event);
    },
    async listUndelivered(types, page) {
      const params = {
        delivery_success: false,
        types: [...types],
        limit: 100,
        ...(page !== null && { starting_after: page }),
      } satisfies Stripe.EventListParams;
      const { data, has_more: hasMore } = await callStripe(stripe.events.list(params));
      return { events: data.map(cardEventOf), next: (hasMore && data.at(-1)?.id) || null };
    },
    ...createStripePurchases(stripe, numbered),
    ...createStripeCards(stripe),
    ...createStripePlans(stripe, numbered),
    ...createStripeInvoices(stripe),
    ...createStripeDisputes(stripe),
  };
}
