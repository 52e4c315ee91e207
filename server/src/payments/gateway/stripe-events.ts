// Stripe's webhook events: which we subscribe to, their signature, and which object to read again after each.
import type Stripe from 'stripe';
import type { CardEvent } from './payment-gateway.ts';

const signatureSeconds = 300;

interface SignedEvent {
  payload: string;
  signature: string;
  webhookSecret: string;
  receivedAt: Date;
}

/** Null if it is unsigned, too old, altered, or not JSON. */
export function signedEvent(stripe: Stripe, { payload, signature, webhookSecret, receivedAt }: SignedEvent) {
  try {
    const at = receivedAt.getTime();
    return stripe.webhooks.constructEvent(payload, signature, webhookSecret, signatureSeconds, undefined, at);
  } catch {
    return null;
  }
}

export const cardEventOf = ({ id, type, data }: Stripe.Event): CardEvent => ({
  id,
  type,
  objectId: objectOf(data.object as EventObject),
});

interface EventObject {
  id?: unknown;
  object?: unknown;
  payment_intent?: unknown;
}

// For a charge, a refund or a dispute: its payment, which has the same name in every version of Stripe's API. An invoice's subscription
// has another name in each version, so the invoice is read again by its own id.
function objectOf({ id, object, payment_intent: payment }: EventObject): string | null {
  const name = ['charge', 'refund', 'dispute'].includes(String(object)) ? payment : id;
  return typeof name === 'string' ? name : null;
}

/** The event types after which a purchase may have changed. Stripe accepts up to twenty types in one query. */
export const handledEvents = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
] as const;
