// Subscriptions of the sandbox: they begin with a trial or a first payment, follow the card, and renew when their time comes.
import type { CallNeeds } from './sandbox-answer.ts';
import {
  newInvoice,
  newPaymentIntent,
  newSandboxId,
  newSetupIntent,
  type PaymentIntent,
  type SandboxObjects,
  type SetupIntent,
  type Subscription,
  seconds,
} from './sandbox-objects.ts';
import { listSubscriptionsDue } from './sandbox-store.ts';

interface NewSubscription {
  customer: string;
  price: SandboxObjects['price'];
  trialDays: number;
  metadata: Record<string, string>;
}

const daySeconds = 86_400;

export async function beginSubscription(needs: CallNeeds, input: NewSubscription): Promise<Subscription> {
  const { customer, price, trialDays, metadata } = input;
  const begin = seconds(needs.now);
  const end = trialDays > 0 ? begin + trialDays * daySeconds : monthLater(begin);
  const item = { id: newSandboxId('si'), current_period_start: begin, current_period_end: end, price };
  const bare: Subscription = {
    id: newSandboxId('sub'),
    object: 'subscription',
    cancel_at_period_end: false,
    canceled_at: null,
    created: begin,
    currency: price.currency,
    customer,
    default_payment_method: null,
    ended_at: null,
    items: { object: 'list', data: [item] },
    latest_invoice: null,
    livemode: false,
    metadata,
    pending_setup_intent: null,
    status: trialDays > 0 ? 'trialing' : 'incomplete',
    trial_end: trialDays > 0 ? end : null,
    trial_start: trialDays > 0 ? begin : null,
  };
  const subscription = trialDays > 0 ? await withSetup(needs, bare) : await withInvoice(needs, bare);
  await needs.store.put(subscription);
  await needs.emit('customer.subscription.created', subscription);
  return subscription;
}

async function withSetup(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  const setup = newSetupIntent({ customer: subscription.customer, metadata: {} }, needs.now);
  await needs.store.put(setup);
  return { ...subscription, pending_setup_intent: setup.id };
}

async function withInvoice(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  const { customer, currency } = subscription;
  const payment = newPaymentIntent({ customer, currency, amount: priceOf(subscription), metadata: {} }, needs.now);
  const invoice = newInvoice(payment, needs.now);
  await needs.store.put(payment);
  await needs.store.put(invoice);
  return { ...subscription, latest_invoice: invoice.id };
}

/** A saved card or a paid invoice belongs to a subscription: move that on. */
export async function followIntent(needs: CallNeeds, intent: PaymentIntent | SetupIntent): Promise<void> {
  const { store } = needs;
  if (intent.object === 'setup_intent') {
    const subscription = await store.find('subscription', { pending_setup_intent: intent.id });
    if (!subscription) return;
    return change(needs, {
      ...subscription,
      pending_setup_intent: null,
      default_payment_method: intent.payment_method,
    });
  }
  const invoice = await store.find('invoice', { confirmation_secret: { client_secret: intent.client_secret } });
  const subscription = invoice && (await store.find('subscription', { latest_invoice: invoice.id }));
  if (!subscription) return;
  await store.put({ ...invoice, status: 'paid' });
  await needs.emit('invoice.paid', { ...invoice, status: 'paid' });
  await change(needs, { ...subscription, status: 'active', default_payment_method: intent.payment_method });
}

export async function cancelSubscription(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  const now = seconds(needs.now);
  const canceled: Subscription = { ...subscription, status: 'canceled', canceled_at: now, ended_at: now };
  await needs.store.put(canceled);
  await needs.emit('customer.subscription.deleted', canceled);
  return canceled;
}

/** Ends every trial and month whose time has come; run before each call, so that nobody sees one that is overdue. */
export async function advanceSubscriptions(
  needs: CallNeeds & { tx: Parameters<typeof listSubscriptionsDue>[0] },
): Promise<void> {
  const monthsMost = 120;
  for (let month = 0; month < monthsMost; month++) {
    const due = await listSubscriptionsDue(needs.tx, seconds(needs.now));
    if (due.length === 0) return;
    for (const subscription of due) await endPeriod(needs, subscription);
  }
}

async function endPeriod(needs: CallNeeds, subscription: Subscription): Promise<void> {
  const { default_payment_method: card, cancel_at_period_end } = subscription;
  if (!card || cancel_at_period_end) {
    await cancelSubscription(needs, subscription);
    return;
  }
  const method = await needs.store.get('payment_method', card);
  const billed = await withInvoice(needs, subscription);
  const invoice = billed.latest_invoice && (await needs.store.get('invoice', billed.latest_invoice));
  if (!invoice) throw new Error('an invoice vanished from the sandbox');
  if (method?.behaviour === 'declines-charges') {
    await needs.emit('invoice.payment_failed', invoice);
    return change(needs, { ...billed, status: 'past_due' });
  }
  await needs.store.put({ ...invoice, status: 'paid' });
  await needs.emit('invoice.paid', { ...invoice, status: 'paid' });
  return change(needs, renewed(billed));
}

function renewed(subscription: Subscription): Subscription {
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: monthLater(item.current_period_end),
  }));
  return { ...subscription, status: 'active', items: { object: 'list', data: items } };
}

async function change(needs: CallNeeds, subscription: Subscription): Promise<void> {
  await needs.store.put(subscription);
  await needs.emit('customer.subscription.updated', subscription);
}

const priceOf = (subscription: Subscription): number => subscription.items.data[0]?.price.unit_amount ?? 0;

/** The same day of the next month, or its last day where it is shorter. */
function monthLater(secondsFrom: number): number {
  const from = new Date(secondsFrom * 1000);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1, 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return seconds(to);
}
