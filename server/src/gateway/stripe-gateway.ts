// The gateway to Stripe through Stripe's SDK. The sandbox is called through the same SDK, so both use one code path.
import Stripe from 'stripe';
import { refuse } from '../lib/refusal.ts';
import { type Beginning, type CardEvent, currency, type PaymentGateway } from './payment-gateway.ts';
import { callStripe, nullOn, stripeIdOf } from './stripe-answers.ts';
import { createStripeBilling } from './stripe-billing.ts';
import { createStripeDisputes, isLost } from './stripe-disputes.ts';
import { purchaseOfPayment, purchaseOfSubscription } from './stripe-purchase.ts';

interface Options {
  secretKey: string;
  webhookSecret: string;
  /** Replaces the network: the sandbox's handler. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

const apiVersion = '2026-10-28.endive';
/** Two tries of this length stay below the ten seconds a person waits. */
const timeoutMilliseconds = 4500;
const signatureSeconds = 300;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one object with a method for each call of the port
export function createStripeGateway({ secretKey, webhookSecret, fetch }: Options): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 1,
    timeout: timeoutMilliseconds,
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient((url, init) => fetch(new Request(url as string, init))) }),
  });
  const live = /^[a-z]+_live_/.test(secretKey);
  return {
    async createCustomer({ userId, email, name }) {
      const params = { email, name, metadata: { userId } } satisfies Stripe.CustomerCreateParams;
      const customer = await callStripe(stripe.customers.create(params, { idempotencyKey: `customer/${userId}` }));
      return customer.id;
    },
    async ensurePrice({ name, displayName, cents, kind }) {
      const lookupKey = `${name}/${cents}/${currency}`;
      const found = await callStripe(stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }));
      const price =
        found.data[0] ??
        (await callStripe(
          stripe.prices.create(
            {
              currency,
              unit_amount: cents,
              lookup_key: lookupKey,
              product_data: { name: displayName },
              ...(kind === 'monthly' && { recurring: { interval: 'month' } }),
            },
            { idempotencyKey: `price/${lookupKey}` },
          ),
        ));
      return { priceId: price.id, productId: stripeIdOf(price.product) };
    },
    async beginPayment({ vaultId, userId, planId, replacesId, customerId, amountCents, after }) {
      const params = {
        amount: amountCents,
        currency,
        customer: customerId,
        // The page must not navigate away, so only payment methods without a redirect are allowed.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { vaultId, userId, planId, ...(replacesId && { replacesId }) },
      } satisfies Stripe.PaymentIntentCreateParams;
      const idempotencyKey = `payment/${targetOf({ vaultId, replacesId })}/${amountCents}/${after ?? 'first'}`;
      return requirePurchase(
        purchaseOfPayment(await callStripe(stripe.paymentIntents.create(params, { idempotencyKey }))),
      );
    },
    async beginSubscription({ vaultId, userId, planId, replacesId, customerId, priceId, beginning, trialDays, after }) {
      const params = {
        customer: customerId,
        items: [{ price: priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        ...(beginning !== 'payment' && {
          trial_period_days: trialDays,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        }),
        metadata: { vaultId, userId, planId, ...(replacesId && { replacesId }), beginning } satisfies {
          beginning: Beginning;
        } & Stripe.MetadataParam,
        expand: subscriptionParts,
      } satisfies Stripe.SubscriptionCreateParams;
      const idempotencyKey = `subscription/${targetOf({ vaultId, replacesId })}/${priceId}/${beginning}/${after ?? 'first'}`;
      return requirePurchase(
        purchaseOfSubscription(await callStripe(stripe.subscriptions.create(params, { idempotencyKey }))),
      );
    },
    async readPurchase(id) {
      if (/^pi_\w+$/.test(id)) {
        const intent = await nullOn(
          'resource_missing',
          stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
        );
        return intent && purchaseOfPayment(intent, await isLost(stripe, intent));
      }
      if (!/^sub_\w+$/.test(id)) return null;
      const subscription = await nullOn(
        'resource_missing',
        stripe.subscriptions.retrieve(id, { expand: subscriptionParts }),
      );
      return subscription && purchaseOfSubscription(subscription);
    },
    async cancelPurchase({ kind, id }) {
      if (kind === 'monthly') await nullOn('resource_missing', stripe.subscriptions.cancel(id));
      else await nullOn('payment_intent_unexpected_state', stripe.paymentIntents.cancel(id));
    },
    async refund({ kind, id, intentId }) {
      if (kind === 'monthly') await nullOn('resource_missing', stripe.subscriptions.cancel(id));
      if (!intentId?.startsWith('pi_')) return;
      const refund = stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund/${intentId}` });
      await nullOn('charge_disputed', nullOn('charge_already_refunded', refund));
    },
    async deleteCustomer(customerId) {
      await nullOn('resource_missing', stripe.customers.del(customerId));
    },
    readEvent(payload, signature, receivedAt) {
      const event = signedEvent(stripe, { payload, signature, webhookSecret, receivedAt });
      if (event?.livemode !== live) refuse('invalid-signature');
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
    ...createStripeBilling(stripe),
    ...createStripeDisputes(stripe),
  };
}

// The target of a purchase, for its idempotency key: a vault, or for a renewal the ended purchase.
const targetOf = ({ vaultId, replacesId }: { vaultId: string; replacesId: string | undefined }): string =>
  replacesId ? `${replacesId}/${vaultId}` : vaultId;

const subscriptionParts = ['pending_setup_intent', 'latest_invoice.confirmation_secret', 'default_payment_method'];

const cardEventOf = ({ id, type, data }: Stripe.Event): CardEvent => ({
  id,
  type,
  objectId: objectOf(data.object as EventObject),
});

interface EventObject {
  id?: unknown;
  object?: unknown;
  payment_intent?: unknown;
  parent?: { subscription_details?: { subscription?: unknown } | null } | null;
}

// The object to read again: for a refund or a dispute its payment, for an invoice its subscription.
function objectOf(about: EventObject): string | null {
  const ofPayment = ['charge', 'refund', 'dispute'].includes(String(about.object));
  const ofSubscription = about.object === 'invoice';
  const { id, payment_intent: payment, parent } = about;
  const name = ofPayment ? payment : ofSubscription ? parent?.subscription_details?.subscription : id;
  return typeof name === 'string' ? name : null;
}

interface SignedEvent {
  payload: string;
  signature: string;
  webhookSecret: string;
  receivedAt: Date;
}

function signedEvent(stripe: Stripe, { payload, signature, webhookSecret, receivedAt }: SignedEvent) {
  try {
    const at = receivedAt.getTime();
    return stripe.webhooks.constructEvent(payload, signature, webhookSecret, signatureSeconds, undefined, at);
  } catch {
    return null; // unsigned, too old, altered, or not JSON
  }
}

function requirePurchase<T>(purchase: T | null): T {
  if (!purchase) throw new Error('Stripe returned a purchase without our metadata');
  return purchase;
}
