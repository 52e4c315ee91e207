// Subscriptions: they start with a trial or a first payment, are charged to their card, and renew when a period ends.
import type { CallNeeds } from './answer.ts';
import { newSandboxId, newSetupIntent, seconds } from './new-objects.ts';
import type { MethodType, PaymentIntent, SandboxObjects, SetupIntent, Subscription } from './objects.ts';
import { listSubscriptionsDue, listTrialsEnding } from './store.ts';
import {
  addInvoice,
  afterPayment,
  chargeInvoice,
  markPaid,
  monthLater,
  priceOf,
  renewed,
  settleInvoice,
  withItemOf,
} from './subscription-invoices.ts';

interface NewSubscription {
  customer: string;
  price: SandboxObjects['price'];
  trialDays: number;
  methods: MethodType[] | null;
  metadata: Record<string, string>;
}

export const daySeconds = 86_400;
const trialNoticeSeconds = 3 * daySeconds;

export async function beginSubscription(needs: CallNeeds, input: NewSubscription): Promise<Subscription> {
  const { customer, price, trialDays, methods, metadata } = input;
  const begin = seconds(needs.now);
  const end = trialDays > 0 ? begin + trialDays * daySeconds : monthLater(begin);
  const id = newSandboxId('sub');
  const period = { current_period_start: begin, current_period_end: end };
  const item = { id: newSandboxId('si'), object: 'subscription_item', ...period, price, subscription: id } as const;
  const bare: Subscription = {
    id,
    object: 'subscription',
    cancel_at: null,
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
    payment_settings: {
      payment_method_options: null,
      payment_method_types: methods,
      save_default_payment_method: 'on_subscription',
    },
    pending_setup_intent: null,
    pending_update: null,
    status: trialDays > 0 ? 'trialing' : 'incomplete',
    trial_end: trialDays > 0 ? end : null,
    trial_end_announced: false,
    trial_start: trialDays > 0 ? begin : null,
  };
  const subscription = trialDays > 0 ? await withSetup(needs, bare) : await withFirstInvoice(needs, bare);
  await needs.store.put(subscription);
  await needs.emit('customer.subscription.created', subscription);
  return subscription;
}

async function withSetup(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  const { customer, payment_settings: settings } = subscription;
  const setup = newSetupIntent({ customer, methods: settings.payment_method_types, metadata: {} }, needs.now);
  await needs.store.put(setup);
  return { ...subscription, pending_setup_intent: setup.id };
}

// If the customer's credit covers the first month, there is nothing to confirm and the subscription is active immediately.
async function withFirstInvoice(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  const { invoice } = await addInvoice(needs, subscription, priceOf(subscription));
  if (invoice.amount_due > 0) return { ...subscription, latest_invoice: invoice.id };
  await settleInvoice(needs, invoice, null);
  return { ...subscription, latest_invoice: invoice.id, status: 'active' };
}

export async function pauseSubscription(needs: CallNeeds, subscription: Subscription): Promise<void> {
  const paused: Subscription = { ...subscription, status: 'paused' };
  await needs.store.put(paused);
  await needs.emit('customer.subscription.paused', paused);
}

/** Starts a month and charges it. If the card is declined, its invoice stays open and the subscription stays paused. */
export async function resumeWithMonth(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  const { invoice } = await addInvoice(needs, subscription, priceOf(subscription));
  const billed = { ...subscription, latest_invoice: invoice.id, resumed_by: invoice.id };
  const { isPaid, subscription: resumed } = await chargeInvoice(needs, billed, invoice.total, invoice);
  await needs.store.put(resumed);
  await needs.emit(isPaid ? 'customer.subscription.resumed' : 'invoice.payment_failed', isPaid ? resumed : invoice);
  return resumed;
}

/** Resumes in the current period of its calendar. The rest of that period is not charged. */
export async function resumeAsIs(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  let resumed: Subscription = { ...subscription, status: 'active' };
  while ((resumed.items.data[0]?.current_period_end ?? Infinity) <= seconds(needs.now)) resumed = renewed(resumed);
  await needs.store.put(resumed);
  await needs.emit('customer.subscription.resumed', resumed);
  return resumed;
}

/**
 * Updates the subscription of a saved card or a paid invoice. As Stripe documents for `save_default_payment_method`, only
 * a payment's method becomes the subscription's own; the caller must set a setup's.
 */
export async function updateSubscriptionOf(needs: CallNeeds, intent: PaymentIntent | SetupIntent): Promise<void> {
  const { store } = needs;
  if (intent.object === 'setup_intent') {
    const subscription = await store.find('subscription', { pending_setup_intent: intent.id });
    if (!subscription) return;
    return saveSubscription(needs, { ...subscription, pending_setup_intent: null });
  }
  const invoice = await store.find('invoice', { confirmation_secret: { client_secret: intent.client_secret } });
  const subscription = invoice && (await store.find('subscription', { latest_invoice: invoice.id }));
  if (!subscription) return;
  await markPaid(needs, invoice);
  const waiting = subscription.pending_update?.subscription_items[0]?.price;
  const changed = waiting ? withItemOf(subscription, waiting) : afterPayment(subscription, needs.now);
  const status = changed.status === 'incomplete' ? 'active' : changed.status;
  await saveSubscription(needs, { ...changed, status, default_payment_method: intent.payment_method });
}

export async function cancelSubscription(needs: CallNeeds, subscription: Subscription): Promise<Subscription> {
  const now = seconds(needs.now);
  const canceled: Subscription = { ...subscription, status: 'canceled', canceled_at: now, ended_at: now };
  await needs.store.put(canceled);
  await needs.emit('customer.subscription.deleted', canceled);
  return canceled;
}

/** Ends every trial and month that is over. Runs before each call, so that no caller sees an overdue one. */
export async function advanceSubscriptions(
  needs: CallNeeds & { tx: Parameters<typeof listSubscriptionsDue>[0] },
): Promise<void> {
  for (const trial of await listTrialsEnding(needs.tx, seconds(needs.now) + trialNoticeSeconds)) {
    const announced = { ...trial, trial_end_announced: true };
    await needs.store.put(announced);
    await needs.emit('customer.subscription.trial_will_end', announced);
  }
  const maxMonths = 120;
  for (let month = 0; month < maxMonths; month++) {
    const due = await listSubscriptionsDue(needs.tx, seconds(needs.now));
    if (due.length === 0) return;
    for (const subscription of due) await endPeriod(needs, subscription);
  }
}

/** Moves a subscription's dates into the past, as if that many days had passed for it. */
export async function passTime(needs: CallNeeds, subscription: Subscription, byDays: number): Promise<void> {
  const by = byDays * daySeconds;
  const earlier = (moment: number | null) => moment && moment - by;
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_start - by,
    current_period_end: item.current_period_end - by,
  }));
  const { created, trial_start, trial_end } = subscription;
  await saveSubscription(needs, {
    ...subscription,
    created: created - by,
    trial_start: earlier(trial_start),
    trial_end: earlier(trial_end),
    items: { object: 'list', data },
  });
}

async function endPeriod(needs: CallNeeds, subscription: Subscription): Promise<void> {
  const { default_payment_method: card, cancel_at_period_end, cancel_at: day, status, items } = subscription;
  const isLast = cancel_at_period_end || (day !== null && day <= (items.data[0]?.current_period_end ?? 0));
  if (isLast || (!card && status === 'trialing')) {
    await cancelSubscription(needs, subscription);
    return;
  }
  const { invoice } = await addInvoice(needs, subscription, priceOf(subscription));
  const billed = { ...subscription, latest_invoice: invoice.id };
  const { isPaid } = await chargeInvoice(needs, billed, invoice.total, invoice);
  if (isPaid) return saveSubscription(needs, renewed(billed));
  await needs.emit('invoice.payment_failed', invoice);
  return saveSubscription(needs, { ...billed, status: 'past_due' });
}

export async function saveSubscription(needs: CallNeeds, subscription: Subscription): Promise<void> {
  await needs.store.put(subscription);
  await needs.emit('customer.subscription.updated', subscription);
}
