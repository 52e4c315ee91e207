// Maps Stripe's objects to purchases. Pure. Returns null for objects this service did not create.
import type Stripe from 'stripe';
import type { PurchaseId } from '../lib/ids.ts';
import type { Beginning, Purchase, PurchaseState } from './payment-gateway.ts';
import { stripeIdOf } from './stripe-answers.ts';

/** @param isLost whether the bank has charged the payment back for good. */
export function purchaseOfPayment(intent: Stripe.PaymentIntent, isLost = false): Purchase | null {
  const { vaultId, userId, planId } = intent.metadata;
  if (!vaultId || !userId || !planId || !intent.customer) return null;
  const state = isLost ? 'ended' : stateOfPayment(intent);
  return {
    kind: 'once',
    id: intent.id,
    vaultId,
    userId,
    planId,
    replacesId: replacedBy(intent),
    customerId: stripeIdOf(intent.customer),
    state,
    beginning: 'payment',
    amountCents: intent.amount,
    currency: intent.currency,
    periodStart: null,
    periodEnd: null,
    intentId: intent.id,
    clientSecret: state === 'open' ? intent.client_secret : null,
    invoiceId: null,
    card: null,
    cancelAtPeriodEnd: false,
  };
}

function stateOfPayment(intent: Stripe.PaymentIntent): PurchaseState {
  if (intent.status === 'canceled') return 'ended';
  if (intent.status !== 'succeeded') return 'open';
  const charge = intent.latest_charge;
  return typeof charge === 'object' && charge?.refunded ? 'ended' : 'paid';
}

export function purchaseOfSubscription(subscription: Stripe.Subscription): Purchase | null {
  const { vaultId, userId, planId } = subscription.metadata;
  const beginning = beginnings.find((known) => known === subscription.metadata.beginning);
  const item = subscription.items.data[0];
  if (!vaultId || !userId || !planId || !beginning || !item) return null;
  const state = stateOfSubscription(subscription, beginning);
  const clientSecret = state === 'open' ? clientSecretOf(subscription) : null;
  return {
    kind: 'monthly',
    id: subscription.id,
    vaultId,
    userId,
    planId,
    replacesId: replacedBy(subscription),
    customerId: stripeIdOf(subscription.customer),
    state,
    beginning,
    amountCents: item.price.unit_amount ?? 0,
    currency: item.price.currency,
    periodStart: new Date(item.current_period_start * 1000),
    periodEnd: new Date(item.current_period_end * 1000),
    intentId: clientSecret?.split('_secret_')[0] ?? null,
    clientSecret,
    invoiceId: subscription.latest_invoice && stripeIdOf(subscription.latest_invoice),
    card: cardOf(subscription.default_payment_method),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  };
}

const cardOf = (method: Stripe.Subscription['default_payment_method']): Purchase['card'] =>
  typeof method === 'object' && method?.card ? { brand: method.card.brand, lastFour: method.card.last4 } : null;

const beginnings: readonly Beginning[] = ['trial-with-card', 'trial-without-card', 'payment'];

function stateOfSubscription(subscription: Stripe.Subscription, beginning: Beginning): PurchaseState {
  switch (subscription.status) {
    case 'trialing':
      return beginning === 'trial-with-card' && awaitsCard(subscription) ? 'open' : 'trialing';
    case 'active':
      return 'paid';
    case 'incomplete':
      return 'open';
    case 'paused':
      return 'paused';
    case 'canceled':
    case 'incomplete_expired':
      return 'ended';
    default:
      return 'past-due';
  }
}

/** Its setup intent has not succeeded yet. An unexpanded setup intent counts as not checked. */
const awaitsCard = ({ pending_setup_intent: setup }: Stripe.Subscription): boolean =>
  typeof setup === 'object' ? setup !== null && setup.status !== 'succeeded' : true;

function clientSecretOf({ pending_setup_intent: setup, latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (typeof setup === 'object' && setup) return setup.client_secret;
  return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null;
}

/** The purchase this one renews. `followsId` is what it was called until November 2026. */
const replacedBy = ({ metadata }: { metadata: Stripe.Metadata }): PurchaseId | null =>
  ((metadata.replacesId ?? metadata.followsId) as PurchaseId | undefined) ?? null;
