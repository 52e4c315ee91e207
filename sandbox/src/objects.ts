// The objects the sandbox stores: the part of Stripe's own types that the product reads, checked against Stripe's SDK.
import type Stripe from 'stripe';
import type { CardBehaviour } from './cards.ts';
import type { As, Charge, Dispute, Refund } from './charge-objects.ts';

export type Metadata = Record<string, string>;

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
  { id: string; object: 'payment_method'; created: number; customer: string; type: MethodType }
> & { card?: { brand: string; last4: string; exp_month: number; exp_year: number }; behaviour: CardBehaviour };
/** The methods that the sandbox supports among those that Stripe offers by default if a call does not restrict them. */
export type MethodType = 'card' | 'link';

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
  payment_method_types: string[];
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
    status_transitions?: Stripe.Invoice.StatusTransitions;
  }
> & {
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { metadata: null; subscription: string };
  };
  payments: { object: 'list'; data: { payment: { type: 'payment_intent'; payment_intent: string } }[] };
};
export type Subscription = As<
  Omit<Stripe.Subscription, 'items' | 'pending_update'>,
  {
    id: string;
    object: 'subscription';
    cancel_at: number | null;
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
    payment_settings: {
      payment_method_options: null;
      payment_method_types: MethodType[] | null;
      save_default_payment_method: 'on_subscription';
    };
    pending_setup_intent: string | null;
    status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';
    trial_end: number | null;
    trial_start: number | null;
  }
> & {
  /** A pending change, until its invoice is paid or void. */
  pending_update:
    | (typeof noOtherChange & { expires_at: number; subscription_items: Subscription['items']['data'] })
    | null;
  /** The sandbox's own field: whether the end of the trial was announced. */
  trial_end_announced: boolean;
  /** The sandbox's own field: the invoice whose payment ends a pause. */
  resumed_by?: string;
  items: {
    object: 'list';
    data: {
      id: string;
      object: 'subscription_item';
      current_period_start: number;
      current_period_end: number;
      price: Price;
      subscription: string;
    }[];
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
type EventDelivery = { id: 'event_delivery'; object: 'event_delivery'; drops: boolean };
/** The response to an idempotent call, returned again when it is repeated. */
interface AnsweredCall {
  id: string;
  object: 'answered_call';
  call: string;
  status: number;
  body: unknown;
}

/** The other fields of an unpaid change. */
export const noOtherChange = {
  billing_cycle_anchor: null,
  cancel_at_period_end: null,
  discount: null,
  discounts: null,
  metadata: null,

  trial_end: null,
  trial_from_plan: null,
};

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
