// The sandbox's stored charges, and the ways in which their money is returned.
import type Stripe from 'stripe';

/** Checks `Own` against Stripe's type: a dropped or retyped field no longer compiles. */
export type As<Theirs, Own extends Partial<Theirs>> = Own;

export type Charge = As<
  Stripe.Charge,
  {
    id: string;
    object: 'charge';
    amount: number;
    amount_refunded: number;
    created: number;
    currency: string;
    disputed: boolean;
    payment_intent: string;
    refunded: boolean;
  }
>;
export type Dispute = As<
  Stripe.Dispute,
  {
    id: string;
    object: 'dispute';
    amount: number;
    charge: string;
    created: number;
    currency: string;
    livemode: false;
    payment_intent: string;
    reason: string;
    status: 'needs_response' | 'won' | 'lost';
  }
>;
export type Refund = As<
  Stripe.Refund,
  {
    id: string;
    object: 'refund';
    amount: number;
    charge: string;
    created: number;
    currency: string;
    payment_intent: string;
    status: string;
  }
>;
