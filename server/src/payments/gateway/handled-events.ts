// The webhook events we subscribe to at Stripe.

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
