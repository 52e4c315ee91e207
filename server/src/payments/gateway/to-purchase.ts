// Maps Stripe's objects to purchases. Pure. Returns null for objects this service did not create.
import type Stripe from 'stripe';
import type { PurchaseId } from '../../platform/lib/ids.ts';
import type { Beginning, Purchase, PurchaseState } from './payment-gateway.ts';
import { stripeIdOf } from './stripe-answers.ts';

/**
 * Accepts only cards, and wallets backed by cards: any other method could not be shown correctly, may take days, or leaves the page. See
 * docs/design/decisions/0078.
 */
export const cardsOnly = {
  allowed_payment_method_types: ['card'],
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
} satisfies Stripe.PaymentIntentCreateParams | Stripe.SetupIntentCreateParams;

/** @param isLost whether the bank has permanently charged the payment back. */
export function paymentToPurchase(intent: Stripe.PaymentIntent, isLost = false): Purchase | null {
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
    isCharged: intent.status === 'succeeded',
    amountCents: intent.amount,
    currency: intent.currency,
    intentId: intent.id,
    clientSecret: state === 'open' ? intent.client_secret : null,
    periodStart: null,
    periodEnd: null,
    invoiceId: null,
    card: null,
    endsAt: null, // only a monthly plan has it
  };
}

function stateOfPayment(intent: Stripe.PaymentIntent): PurchaseState {
  if (intent.status === 'canceled') return 'ended';
  if (intent.status !== 'succeeded') return 'open';
  const charge = intent.latest_charge;
  return typeof charge === 'object' && charge?.refunded ? 'ended' : 'paid';
}

export function subscriptionToPurchase(subscription: Stripe.Subscription): Purchase | null {
  const { vaultId, userId, planId } = subscription.metadata;
  const beginning = beginnings.find((known) => known === subscription.metadata.beginning);
  const item = subscription.items.data[0];
  if (!vaultId || !userId || !planId || !beginning || !item) return null;
  const state = stateOfSubscription(subscription, beginning);
  const periodEnd = momentOf(item.current_period_end);
  const clientSecret = state === 'open' ? clientSecretOf(subscription) : null;
  return {
    kind: 'monthly',
    id: subscription.id,
    vaultId,
    userId,
    planId: subscription.metadata[planKeyOf(item.price.id)] ?? planId,
    replacesId: replacedBy(subscription),
    customerId: stripeIdOf(subscription.customer),
    state,
    beginning,
    isCharged: false,
    amountCents: item.price.unit_amount ?? 0,
    currency: item.price.currency,
    periodStart: momentOf(item.current_period_start),
    periodEnd,
    intentId: clientSecret?.split('_secret_')[0] ?? null,
    clientSecret,
    invoiceId: subscription.latest_invoice && stripeIdOf(subscription.latest_invoice),
    card: cardOf(subscription.default_payment_method),
    // Stripe's own pages cancel for a given day, ours for the end of the period.
    endsAt: subscription.cancel_at
      ? momentOf(subscription.cancel_at)
      : subscription.cancel_at_period_end
        ? periodEnd
        : null,
  };
}

/** The metadata key that records the plan of this price before it is paid: the plan changes as soon as the price does. */
export const planKeyOf = (priceId: string): string => `planOf_${priceId}`;

const momentOf = (seconds: number): Date => new Date(seconds * 1000);

function cardOf(method: Stripe.Subscription['default_payment_method']): Purchase['card'] {
  if (typeof method !== 'object' || !method) return null;
  if (!method.card) return { brand: method.type, lastFour: '', expiresAt: null };
  const { brand, last4: lastFour, exp_month: month, exp_year: year } = method.card;
  return { brand, lastFour, expiresAt: new Date(Date.UTC(year, month, 1)) };
}

const beginnings: readonly Beginning[] = ['trial-with-card', 'trial-without-card', 'payment'];

function stateOfSubscription(subscription: Stripe.Subscription, beginning: Beginning): PurchaseState {
  switch (subscription.status) {
    case 'trialing':
      return beginning === 'trial-with-card' && awaitsCard(subscription) ? 'open' : 'trial';
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

/** The purchase this one renews. */
const replacedBy = ({ metadata }: { metadata: Stripe.Metadata }): PurchaseId | null =>
  (metadata.replacesId as PurchaseId | undefined) ?? null;
