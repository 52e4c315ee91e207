// The port to Stripe: creates, reads, cancels and refunds purchases, and verifies webhook events.
// Every call has a time limit and refuses with 'service-busy' when Stripe does not answer. No call runs in a transaction.
import type { PlanState } from '@remembrance/contract/billing.ts';
import type { PurchaseId, StripeSubscriptionId } from '../../platform/lib/ids.ts';

/**
 * The state of a purchase now. `open`: it can still be paid. `trial`: the free month is running, with a card if one was
 * required. `past-due`: the last month is unpaid. `paused`: nothing is charged until it is resumed. `ended`: it was
 * cancelled, has expired, or was refunded in full.
 */
export type PurchaseState = 'open' | PlanState;

/** A monthly plan starts with its free month (with or without a card) or with a payment. */
export type Beginning = 'trial-with-card' | 'trial-without-card' | 'payment';

/** A payment or subscription with its state at Stripe. */
export interface Purchase {
  kind: 'once' | 'monthly';
  /** The Stripe id. */
  id: string;
  vaultId: string;
  userId: string;
  planId: string;
  /** For a renewal: the id of our row for the ended purchase whose vaults it takes over. */
  replacesId: PurchaseId | null;
  customerId: string;
  state: PurchaseState;
  beginning: Beginning;
  /** Whether a one-time payment was charged, wherever its money is now. For a monthly plan, its invoices show this. */
  isCharged: boolean;
  /** The price, once or per month. */
  amountCents: number;
  currency: string;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** The intent that the page confirms: the payment, a subscription's first payment, or a card setup. Null unless it is open. */
  intentId: string | null;
  /** The secret of that intent. For a running plan, it confirms an amount that waits for the owner's bank. */
  clientSecret: string | null;
  /** The latest invoice of a monthly plan. */
  invoiceId: string | null;
  /** The card that a monthly plan is charged to. */
  card: Card | null;
  /** The day for which it was cancelled. */
  endsAt: Date | null;
}

interface Card {
  /** For a method other than a card, its kind, without digits and expiry. */
  brand: string;
  lastFour: string;
  /** The end of the last month. */
  expiresAt: Date | null;
}

/** An invoice of a subscription: a month, or the difference to a larger plan. */
export interface Invoice {
  id: string;
  /** When it was paid or, while unpaid, billed. */
  at: Date;
  totalCents: number;
  /** The amount after the owner's credit. */
  dueCents: number;
  isPaid: boolean;
  intentId: string | null;
}

/** A change to another monthly price. It is prorated as of `at`, so the amount charged is the amount shown. */
interface PlanChange {
  id: StripeSubscriptionId;
  priceId: string;
  at: Date;
}

interface NewPurchase {
  vaultId: string;
  userId: string;
  planId: string;
  customerId: string;
  /** For a renewal: the id of our row for the ended purchase. */
  replacesId?: PurchaseId;
  /** The id of the previous attempt, or null for the first. Concurrent calls with the same value create one purchase. */
  after: string | null;
}

export interface CardEvent {
  id: string;
  type: string;
  /** The object to read again. For a refund, a dispute or an invoice: its payment or subscription. */
  objectId: string | null;
}

/** A payment that the bank has permanently charged back. */
interface LostDispute {
  customerId: string;
  amountCents: number;
  /** The subscription it paid for, or null for a one-time payment. */
  stripeSubscriptionId: StripeSubscriptionId | null;
}

/** The number in an owner's idempotency keys. */
export interface Attempts {
  of(userId: string): Promise<number>;
  /** Advances this number, unless it was advanced already. */
  raise(userId: string, number: number): Promise<void>;
}

export type GatewayMode = 'live' | 'test' | 'sandbox';

export interface PaymentGateway {
  /** The mode of its ids: Stripe knows no id of another mode. */
  mode: GatewayMode;
  /** Creates a customer for an owner. Concurrent calls with the same value of `after` create one. */
  createCustomer(person: { userId: string; email: string; name: string; after: string | null }): Promise<string>;
  /** Finds or creates the price of a plan by its amount. For an owner, concurrent calls create one. */
  ensurePrice(plan: {
    name: string;
    displayName: string;
    cents: number;
    kind: Purchase['kind'];
    userId?: string;
  }): Promise<{ priceId: string; productId: string }>;
  /** Null if Stripe does not know the customer. */
  beginPayment(purchase: NewPurchase & { amountCents: number }): Promise<Purchase | null>;
  /** Null if Stripe does not know the customer. */
  beginSubscription(
    purchase: NewPurchase & { priceId: string; beginning: Beginning; trialDays: number },
  ): Promise<Purchase | null>;
  /** The purchase as it is now. Null if the id is unknown or this service did not create the purchase. */
  readPurchase(id: string): Promise<Purchase | null>;
  /** Cancels an open purchase, so that it can no longer be paid. Safe to repeat. */
  cancelPurchase(purchase: Pick<Purchase, 'kind' | 'id'>): Promise<void>;
  /** Ends a purchase and refunds it, unless the bank has charged it back. Safe to repeat. */
  refund(purchase: Pick<Purchase, 'kind' | 'id' | 'intentId'>): Promise<void>;
  /** The total refunded for a payment so far, and whether the bank has permanently charged it back. */
  readReturned(intentId: string): Promise<{ customerId: string; refundedCents: number; isLost: boolean } | null>;
  /** Null if the payment was not disputed, or the dispute is open or was won. */
  readLostDispute(intentId: string): Promise<LostDispute | null>;
  /** Starts the setup of another card for a subscription. */
  beginCardChange(id: StripeSubscriptionId): Promise<{ clientSecret: string }>;
  /**
   * Makes the card of a succeeded setup the default of this subscription, or of the one it was started for, and pays the open
   * invoice with it.
   * @returns the subscription id. Null if the setup has not succeeded, or belongs to no subscription, to another one or to
   * another customer. Safe to repeat and to call in any order.
   */
  attachCard(setupIntentId: string, id?: StripeSubscriptionId): Promise<StripeSubscriptionId | null>;
  /** Cancels a subscription at the end of its period, or undoes a cancellation for any day. Safe to repeat. */
  setCancelAtPeriodEnd(id: StripeSubscriptionId, atPeriodEnd: boolean): Promise<void>;
  /**
   * Cancels it at the end of its period, unless its owner already has; or undoes only that cancellation. Safe to repeat.
   * @returns whether it was cancelled with the account, and not by its owner
   */
  setEndsWithAccount(id: StripeSubscriptionId, ends: boolean): Promise<boolean>;
  /**
   * Resumes a paused subscription with a month that starts now and is charged. Refuses with 'card-declined' if the charge
   * fails; the subscription then stays paused, as it does until the owner's bank has authenticated it. Safe to repeat.
   */
  resume(plan: { id: StripeSubscriptionId; userId: string }): Promise<void>;
  /** The amount due now, less the owner's credit, and the amount added to that credit. */
  previewPlanChange(change: PlanChange): Promise<{ dueCents: number; creditCents: number }>;
  /**
   * Refuses with 'card-declined' if the difference can't be charged, and then changes nothing. If the owner's bank requires
   * authentication, the change waits for it. Safe to repeat.
   */
  changePlan(change: PlanChange & { planId: string }): Promise<void>;
  /** Paid and open ones, newest first. */
  listInvoices(id: StripeSubscriptionId): Promise<Invoice[]>;
  /** Deletes the customer's personal data and cancels running subscriptions. Stripe retains the payments. Safe to repeat. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Refuses an event that is not signed, is too old, or comes from the other mode (test or live). */
  readEvent(payload: string, signature: string, receivedAt: Date): CardEvent;
  /** A page of the undelivered events of these types, newest first. `next` is the cursor of the next page. */
  listUndelivered(types: readonly string[], page: string | null): Promise<{ events: CardEvent[]; next: string | null }>;
}

export const currency = 'usd';

/** Stripe's keys. Without them the sandbox is used. */
export interface GatewayKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}
