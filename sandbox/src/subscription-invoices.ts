// The months of a subscription and their invoices: created for each month, charged, paid or left open.
import type { CallNeeds } from './answer.ts';
import { chargeFault } from './cards.ts';
import { newInvoice, newPaymentIntent, newSandboxId, seconds } from './new-objects.ts';
import type { Invoice, PaymentIntent, SandboxObjects, Subscription } from './objects.ts';

/** Charges a payment intent. This is the only place where the sandbox charges. */
export async function charge(needs: CallNeeds, intent: PaymentIntent): Promise<PaymentIntent> {
  const { amount, currency, id } = intent;
  const charged = {
    object: 'charge',
    amount,
    amount_refunded: 0,
    currency,
    disputed: false,
    payment_intent: id,
    refunded: false,
  } as const;
  const chargeId = newSandboxId('ch');
  await needs.store.put({ ...charged, id: chargeId, created: seconds(needs.now) });
  return { ...intent, amount_received: amount, last_payment_error: null, latest_charge: chargeId };
}

// The customer's credit is deducted. A negative total is added to it.
export async function addInvoice({ store, now }: CallNeeds, subscription: Subscription, total: number) {
  const { id, customer, currency, payment_settings: settings } = subscription;
  const payer = await store.get('customer', customer);
  const amountDue = total + (payer?.balance ?? 0);
  if (payer) await store.put({ ...payer, balance: Math.min(amountDue, 0) });
  const intent = newPaymentIntent(
    { customer, currency, amount: Math.max(amountDue, 0), methods: settings.payment_method_types, metadata: {} },
    now,
  );
  const invoice = newInvoice({ intent, subscription: id, total }, now);
  await store.put(intent);
  await store.put(invoice);
  return { intent, invoice };
}

/**
 * Charges an amount to the subscription's card: with the given open invoice, or with a new one.
 * A new invoice that can't be charged is void; an open one stays open.
 */
export async function chargeInvoice(
  needs: CallNeeds,
  subscription: Subscription,
  total: number,
  openInvoice?: Invoice,
): Promise<{ isPaid: boolean; subscription: Subscription }> {
  const { store } = needs;
  const method = await store.get('payment_method', subscription.default_payment_method ?? '');
  const asks = method?.behaviour === 'always-asks-authentication';
  const isRefused = !method || asks || chargeFault(method.behaviour) !== null;
  if (isRefused && !openInvoice && total > 0) return { isPaid: false, subscription };
  const invoice = openInvoice ?? (await addInvoice(needs, subscription, total)).invoice;
  if (isRefused && invoice.amount_due > 0) {
    if (asks) await waitForBank(needs, invoice, method.id);
    return { isPaid: false, subscription };
  }
  await settleInvoice(needs, invoice, subscription.default_payment_method);
  return { isPaid: true, subscription: afterPayment({ ...subscription, latest_invoice: invoice.id }, needs.now) };
}

async function waitForBank({ store, emit }: CallNeeds, invoice: Invoice, method: string): Promise<void> {
  const [payment] = invoice.payments.data;
  const intent = payment && (await store.get('payment_intent', payment.payment.payment_intent));
  if (!intent) throw new Error('the invoice has no payment intent');
  const next = { type: 'use_stripe_sdk' } as const;
  await store.put({ ...intent, payment_method: method, status: 'requires_action', next_action: next });
  await emit('invoice.payment_action_required', invoice);
}

// After an unpaid month is paid, the next period follows the last one, or starts now if the payment ends a pause.
export function afterPayment(subscription: Subscription, now: Date): Subscription {
  const { status, latest_invoice: paid, resumed_by: resuming } = subscription;
  if (status === 'past_due') return renewed(subscription);
  return status === 'paused' && paid === resuming ? renewed(subscription, seconds(now)) : subscription;
}

// Charges a month without a page that confirms it.
export async function settleInvoice(needs: CallNeeds, invoice: Invoice, card: string | null): Promise<void> {
  const { store } = needs;
  const [payment] = invoice.payments.data;
  const intent = payment && (await store.get('payment_intent', payment.payment.payment_intent));
  if (!intent) throw new Error('the invoice has no payment intent');
  if (intent.amount > 0) {
    const paid = await charge(needs, { ...intent, payment_method: card, status: 'succeeded' });
    await store.put(paid);
    await needs.emit('payment_intent.succeeded', paid);
  }
  await markPaid(needs, invoice);
}

export async function markPaid({ store, emit, now }: CallNeeds, invoice: Invoice): Promise<void> {
  const moments = {
    finalized_at: invoice.created,
    paid_at: seconds(now),
    marked_uncollectible_at: null,
    voided_at: null,
  };
  const paid: Invoice = { ...invoice, amount_paid: invoice.amount_due, status: 'paid', status_transitions: moments };
  await store.put(paid);
  await emit('invoice.paid', paid);
}

export const priceOf = (subscription: Subscription): number => subscription.items.data[0]?.price.unit_amount ?? 0;

/** The subscription with another price, in the same period. */
export function withItemOf(subscription: Subscription, price: SandboxObjects['price']): Subscription {
  const data = subscription.items.data.map((item) => ({ ...item, price }));
  return { ...subscription, pending_update: null, items: { object: 'list', data } };
}

export function renewed(subscription: Subscription, from?: number): Subscription {
  const items = subscription.items.data.map((item) => {
    const start = from ?? item.current_period_end;
    return { ...item, current_period_start: start, current_period_end: monthLater(start) };
  });
  return { ...subscription, status: 'active', items: { object: 'list', data: items } };
}

/** The same day of the next month, or its last day if it is shorter. */
export function monthLater(secondsFrom: number): number {
  const from = new Date(secondsFrom * 1000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return seconds(to);
}
