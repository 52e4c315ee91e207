// The port to the card processor: purchases are begun, read, and undone here, and its events are checked.
// Every call ends within a bounded time, 'service-busy' where the processor did not answer. None runs in a transaction.

/**
 * What a purchase is worth now. `open`: it can still be paid. `trialing`: its free month runs, with a card where one was
 * asked for. `past-due`: the last month was not paid. `paused`: it rests, uncharged, until it is resumed. `ended`: nothing
 * more comes of it, or all was given back.
 */
export type PurchaseState = 'open' | 'trialing' | 'paid' | 'past-due' | 'paused' | 'ended';

/** How a monthly plan begins its free month, or that it begins with a payment. */
export type Beginning = 'trial-with-card' | 'trial-without-card' | 'payment';

/** One payment, or one subscription, as the card processor holds it. */
export interface Purchase {
  kind: 'once' | 'monthly';
  /** The processor's name for it. */
  id: string;
  vaultId: string;
  userId: string;
  planId: string;
  /** Our row of the purchase that ended and whose vaults this one is for. */
  replacesId: string | null;
  customerId: string;
  state: PurchaseState;
  beginning: Beginning;
  /** What is charged, once or each month. */
  amountCents: number;
  currency: string;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** What the page confirms: the payment itself, a subscription's first payment, or the saving of a card. Only while open. */
  intentId: string | null;
  clientSecret: string | null;
  /** The newest invoice of a monthly plan. */
  invoiceId: string | null;
  /** What a monthly plan is charged to. */
  card: Card | null;
  /** It was cancelled and ends with the period that runs. */
  endsAtPeriodEnd: boolean;
}

interface Card {
  brand: string;
  lastFour: string;
}

/** A month that was charged, or is still owed. */
export interface Invoice {
  id: string;
  at: Date;
  totalCents: number;
  isPaid: boolean;
  subscriptionId: string | null;
}

/** A change to another monthly price, reckoned at a moment so that what is shown is what is charged. */
interface PlanChange {
  id: string;
  priceId: string;
  at: Date;
}

interface NewPurchase {
  vaultId: string;
  userId: string;
  planId: string;
  customerId: string;
  /** Our row of the purchase that ended and is started again with this one. */
  replacesId?: string;
  /** The attempt before this one, or null for the first; parallel calls with the same one make one purchase. */
  after: string | null;
}

export interface CardEvent {
  id: string;
  type: string;
  /** The object it tells of; of a refund, a dispute or an invoice, the payment or subscription behind it. */
  objectId: string | null;
}

/** A payment whose money a bank has taken back for good. */
interface LostDispute {
  customerId: string;
  amountCents: number;
  /** Whose month it paid; null where it was paid once. */
  subscriptionId: string | null;
}

export interface PaymentGateway {
  /** One customer for each owner, however often it is called. */
  createCustomer(person: { userId: string; email: string; name: string }): Promise<string>;
  /** The price of a plan, found or made by its amount. */
  ensurePrice(plan: {
    name: string;
    displayName: string;
    cents: number;
    kind: Purchase['kind'];
  }): Promise<{ priceId: string; productId: string }>;
  beginPayment(purchase: NewPurchase & { amountCents: number }): Promise<Purchase>;
  beginSubscription(
    purchase: NewPurchase & { priceId: string; beginning: Beginning; trialDays: number },
  ): Promise<Purchase>;
  /** The purchase as it is now; null where there is none of that name, or it was not begun by this service. */
  readPurchase(id: string): Promise<Purchase | null>;
  /** Ends a purchase that is open, so that it can't be paid any more. Safe to repeat. */
  abandon(purchase: Pick<Purchase, 'kind' | 'id'>): Promise<void>;
  /** Ends a purchase and gives back what was paid for it, unless its bank already does. Safe to repeat. */
  refund(purchase: Pick<Purchase, 'kind' | 'id' | 'intentId'>): Promise<void>;
  /** What was given back of a payment so far. */
  readRefund(intentId: string): Promise<{ customerId: string; amountCents: number } | null>;
  /** Null where the payment was not disputed, or that is open or was won. */
  readLostDispute(intentId: string): Promise<LostDispute | null>;
  /** Begins the saving of another card for a subscription. */
  beginCardChange(plan: { id: string; customerId: string }): Promise<{ clientSecret: string }>;
  /**
   * Has the subscription charged to the card of a saving that succeeded, and what is owed paid with it.
   * @returns the subscription's name; null where the saving has not succeeded or is for none, or for another than
   * `onlyFor`. Safe to repeat, in any order.
   */
  adoptCard(setupIntentId: string, onlyFor?: string): Promise<string | null>;
  /** Ends a subscription with its period, or takes that back. Safe to repeat. */
  setEnding(id: string, atPeriodEnd: boolean): Promise<void>;
  /**
   * Takes a paused subscription up again with a month that begins now and is charged. Refuses with 'card-declined' where it
   * can't be; the subscription stays paused then. Safe to repeat.
   */
  resume(id: string): Promise<void>;
  /** What a change costs now; below zero it is credit. */
  previewPlanChange(change: PlanChange): Promise<number>;
  /** Refuses with 'card-declined' where the difference can't be charged; then nothing is changed. Safe to repeat. */
  changePlan(change: PlanChange & { planId: string }): Promise<void>;
  /** Newest first. */
  listInvoices(customerId: string): Promise<Invoice[]>;
  /** Forgets the person; what has to be kept of payments is kept without them. Ends what still runs. Safe to repeat. */
  forgetCustomer(customerId: string): Promise<void>;
  /** Refuses what is not signed, is too old, or comes from another mode of the processor. */
  readEvent(payload: string, signature: string, receivedAt: Date): CardEvent;
  /** A page of the events of these types that our endpoint has not taken, newest first. `next` names the page after it. */
  listUndelivered(types: readonly string[], page: string | null): Promise<{ events: CardEvent[]; next: string | null }>;
}

export const currency = 'usd';

/** Stripe's keys; without them the sandbox takes its place. */
export interface GatewayKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}
