// The objects the sandbox stores: the part of Stripe's own types that the product reads, checked against Stripe's SDK.
import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.ts';

/** Checks `Own` against Stripe's type of the same name: a dropped or retyped field no longer compiles. */
type As<Theirs, Own extends Partial<Theirs>> = Own;
type Metadata = Record<string, string>;

type Customer = As<
  Stripe.Customer,
  {
    id: string;
    object: 'customer';
    /** Negative: credit towards the next payments. */
    balance: number;
    created: number;
    email: string | null;
    name: string | null;
    metadata: Metadata;
  }
>;
type Price = As<
  Stripe.Price,
  {
    id: string;
    object: 'price';
    active: boolean;
    currency: string;
    lookup_key: string | null;
    product: string;
    type: 'one_time' | 'recurring';
    unit_amount: number;
  }
>;
/** `behaviour` is the sandbox's own field: which test card it was. */
type PaymentMethod = As<
  Stripe.PaymentMethod,
  { id: string; object: 'payment_method'; created: number; customer: string; type: 'card' }
> & { card: { brand: string; last4: string; exp_month: number; exp_year: number }; behaviour: CardBehaviour };

interface IntentError {
  type: 'card_error';
  code: string;
  decline_code?: string;
  message: string;
}
interface Intent<Name extends 'payment_intent' | 'setup_intent'> {
  id: string;
  object: Name;
  client_secret: string;
  created: number;
  customer: string;
  livemode: false;
  metadata: Metadata;
  next_action: { type: 'use_stripe_sdk' } | null;
  payment_method: string | null;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
}
export type PaymentIntent = As<
  Omit<Stripe.PaymentIntent, 'last_payment_error'>,
  Intent<'payment_intent'> & { amount: number; amount_received: number; currency: string; latest_charge: string | null }
> & { last_payment_error: IntentError | null };
export type SetupIntent = As<
  Omit<Stripe.SetupIntent, 'last_setup_error'>,
  Intent<'setup_intent'> & { usage: string }
> & {
  last_setup_error: IntentError | null;
};

type Charge = As<
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
type Refund = As<
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
export type Invoice = As<
  Stripe.Invoice,
  {
    id: string;
    object: 'invoice';
    amount_due: number;
    amount_paid: number;
    total: number;
    confirmation_secret: { client_secret: string; type: string };
    created: number;
    currency: string;
    customer: string;
    status: 'open' | 'paid' | 'void';
  }
> & {
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  payments: { data: { payment: { type: 'payment_intent'; payment_intent: string } }[] };
};
export type Subscription = As<
  Omit<Stripe.Subscription, 'items'>,
  {
    id: string;
    object: 'subscription';
    cancel_at_period_end: boolean;
    canceled_at: number | null;
    created: number;
    currency: string;
    customer: string;
    default_payment_method: string | null;
    ended_at: number | null;
    latest_invoice: string | null;
    livemode: false;
    metadata: Metadata;
    pending_setup_intent: string | null;
    status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';
    trial_end: number | null;
    trial_start: number | null;
  }
> & {
  /** The sandbox's own field: whether the end of the trial was announced. */
  trial_end_told: boolean;
  /** The sandbox's own field: the invoice whose payment ends a pause. */
  resumed_by?: string;
  items: {
    object: 'list';
    data: { id: string; current_period_start: number; current_period_end: number; price: Price }[];
  };
};
/** `pending_webhooks` is 1 until our endpoint accepts the event. `dropped` is our own field: no automatic retry. */
interface Event {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: unknown };
  livemode: false;
  pending_webhooks: 0 | 1;
  type: Stripe.Event['type'];
  dropped: boolean;
}
/** The sandbox's own object, only one exists: whether events are currently dropped. */
interface EventDelivery {
  id: 'event_delivery';
  object: 'event_delivery';
  drops: boolean;
}
/** The response to an idempotent call, returned again when it is repeated. */
interface AnsweredCall {
  id: string;
  object: 'answered_call';
  call: string;
  status: number;
  body: unknown;
}

export interface SandboxObjects {
  customer: Customer;
  price: Price;
  payment_method: PaymentMethod;
  payment_intent: PaymentIntent;
  setup_intent: SetupIntent;
  charge: Charge;
  dispute: Dispute;
  refund: Refund;
  invoice: Invoice;
  subscription: Subscription;
  event: Event;
  event_delivery: EventDelivery;
  answered_call: AnsweredCall;
}
export type SandboxObject = SandboxObjects[keyof SandboxObjects];

export const newSandboxId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const newSecret = (id: string): string => `${id}_secret_${randomBytes(16).toString('hex')}`;

interface NewIntent {
  customer: string;
  metadata: Metadata;
}

export function newPaymentIntent(input: NewIntent & { amount: number; currency: string }, now: Date): PaymentIntent {
  const id = newSandboxId('pi');
  return {
    id,
    object: 'payment_intent',
    amount_received: 0,
    client_secret: newSecret(id),
    created: seconds(now),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    ...input,
  };
}

export function newSetupIntent(input: NewIntent, now: Date): SetupIntent {
  const id = newSandboxId('seti');
  return {
    id,
    object: 'setup_intent',
    client_secret: newSecret(id),
    created: seconds(now),
    last_setup_error: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...input,
  };
}

interface NewInvoice {
  intent: PaymentIntent;
  subscription: string;
  /** Before the customer's credit is applied. */
  total: number;
}

export function newInvoice({ intent, subscription, total }: NewInvoice, now: Date): Invoice {
  return {
    id: newSandboxId('in'),
    object: 'invoice',
    amount_due: intent.amount,
    amount_paid: 0,
    total,
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    confirmation_secret: { client_secret: intent.client_secret, type: 'payment_intent' },
    created: seconds(now),
    currency: intent.currency,
    customer: intent.customer,
    payments: { data: [{ payment: { type: 'payment_intent', payment_intent: intent.id } }] },
    status: 'open',
  };
}
