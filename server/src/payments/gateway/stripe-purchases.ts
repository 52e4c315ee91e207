// The Stripe calls that begin and end a purchase: the customer, the price, the payment or the subscription, and a refund.
import type Stripe from 'stripe';
import { type Beginning, currency, type PaymentGateway } from './payment-gateway.ts';
import { callStripe, type NumberedCall, nullOn, stripeIdOf } from './stripe-answers.ts';
import { readPurchase, subscriptionParts } from './stripe-reading.ts';
import { cardsOnly, paymentToPurchase, subscriptionToPurchase } from './to-purchase.ts';

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one object with a method for each call of the port
export function createStripePurchases(stripe: Stripe, numbered: NumberedCall) {
  return {
    async createCustomer({ userId, email, name, after }) {
      const params = { email, name, metadata: { userId } } satisfies Stripe.CustomerCreateParams;
      const creating = numbered(userId, `customer/${userId}/${after ?? 'first'}`, (idempotencyKey) =>
        stripe.customers.create(params, { idempotencyKey }),
      );
      return (await callStripe(creating)).id;
    },
    async ensurePrice({ name, displayName, cents, kind, userId }) {
      const lookupKey = `${name}/${cents}/${currency}`;
      const [found] = (await callStripe(stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }))).data;
      if (found?.active) return { priceId: found.id, productId: stripeIdOf(found.product) };
      const params = {
        currency,
        unit_amount: cents,
        lookup_key: lookupKey,
        // An archived price still holds the key.
        transfer_lookup_key: true,
        product_data: { name: displayName },
        ...(kind === 'monthly' && { recurring: { interval: 'month' } }),
      } satisfies Stripe.PriceCreateParams;
      const key = `price/${lookupKey}/${found?.id ?? 'first'}`;
      const creating = userId
        ? numbered(userId, key, (idempotencyKey) => stripe.prices.create(params, { idempotencyKey }))
        : stripe.prices.create(params);
      const price = await callStripe(creating);
      return { priceId: price.id, productId: stripeIdOf(price.product) };
    },
    async beginPayment({ vaultId, userId, planId, replacesId, customerId, amountCents, after }) {
      const params = {
        amount: amountCents,
        currency,
        customer: customerId,
        ...cardsOnly,
        metadata: { vaultId, userId, planId, ...(replacesId && { replacesId }) },
      } satisfies Stripe.PaymentIntentCreateParams;
      const key = `payment/${targetOf({ vaultId, replacesId })}/${amountCents}/${after ?? 'first'}`;
      const creating = numbered(userId, key, (idempotencyKey) =>
        stripe.paymentIntents.create(params, { idempotencyKey }),
      );
      const intent = await nullOn('resource_missing', creating);
      return intent && requirePurchase(paymentToPurchase(intent));
    },
    async beginSubscription({ vaultId, userId, planId, replacesId, customerId, priceId, beginning, trialDays, after }) {
      const params = {
        customer: customerId,
        items: [{ price: priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
        ...(beginning !== 'payment' && {
          trial_period_days: trialDays,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        }),
        metadata: { vaultId, userId, planId, ...(replacesId && { replacesId }), beginning } satisfies {
          beginning: Beginning;
        } & Stripe.MetadataParam,
        expand: subscriptionParts,
      } satisfies Stripe.SubscriptionCreateParams;
      const key = `subscription/${targetOf({ vaultId, replacesId })}/${priceId}/${beginning}/${after ?? 'first'}`;
      const creating = numbered(userId, key, (idempotencyKey) =>
        stripe.subscriptions.create(params, { idempotencyKey }),
      );
      const begun = await nullOn('resource_missing', creating);
      return begun && requirePurchase(subscriptionToPurchase(begun));
    },
    readPurchase: (id) => readPurchase(stripe, id),
    async cancelPurchase({ kind, id }) {
      if (kind === 'monthly') await nullOn('resource_missing', stripe.subscriptions.cancel(id));
      else await nullOn('payment_intent_unexpected_state', stripe.paymentIntents.cancel(id));
    },
    async refund({ kind, id, intentId }) {
      if (kind === 'monthly') await nullOn('resource_missing', stripe.subscriptions.cancel(id));
      if (!intentId?.startsWith('pi_')) return;
      const refund = stripe.refunds.create({ payment_intent: intentId });
      await nullOn('charge_disputed', nullOn('charge_already_refunded', refund));
    },
    async deleteCustomer(customerId) {
      await nullOn('resource_missing', stripe.customers.del(customerId));
    },
  } satisfies Partial<PaymentGateway>;
}

// The target of a purchase, for its idempotency key: a vault, or for a renewal the ended purchase.
const targetOf = ({ vaultId, replacesId }: { vaultId: string; replacesId: string | undefined }): string =>
  replacesId ? `${replacesId}/${vaultId}` : vaultId;

function requirePurchase<T>(purchase: T | null): T {
  if (!purchase) throw new Error('Stripe returned a purchase without our metadata');
  return purchase;
}
