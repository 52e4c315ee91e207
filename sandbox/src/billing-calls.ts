// The sandbox's calls for a running subscription: change the card or the price, cancel, resume, list invoices.
import type Stripe from 'stripe';
import { type Answer, type CallNeeds, call, invalid, missing, ok, on, type SandboxCall } from './answer.ts';
import { newSetupIntent, seconds } from './new-objects.ts';
import { noOtherChange, type SandboxObjects, type Subscription } from './objects.ts';
import { expanded, metadataOf, methodsOf, wholeNumber } from './params.ts';
import { addInvoice, chargeInvoice, priceOf, withItemOf } from './subscription-invoices.ts';
import { daySeconds, resumeAsIs, resumeWithMonth, saveSubscription } from './subscriptions.ts';

type Run = SandboxCall['run'];
type Price = SandboxObjects['price'];

const createSetupIntent: Run = async ({ store, now }, params) => {
  const customer = params.get('customer') ?? '';
  if (!(await store.get('customer', customer))) return missing('customer', customer);
  const methods = methodsOf(params, 'allowed_payment_method_types');
  const intent = newSetupIntent({ customer, methods, metadata: metadataOf(params) }, now);
  await store.put(intent);
  return ok(intent);
};

const updateSubscription = on('subscription', async (needs, found, params) => {
  if (found.status === 'canceled') {
    return invalid({ message: 'A canceled subscription can only update its cancellation_details and metadata.' });
  }
  const cancels = params.get('cancel_at_period_end');
  const cancelDay = params.get('cancel_at');
  const card = params.get('default_payment_method');
  if (card !== null && !(await needs.store.get('payment_method', card))) return missing('payment_method', card);
  const updated: Subscription = {
    ...found,
    ...(cancels !== null && { cancel_at_period_end: cancels === 'true' }),
    ...(cancelDay !== null && { cancel_at: wholeNumber(cancelDay) }),
    ...(card !== null && { default_payment_method: card }),
    metadata: { ...found.metadata, ...metadataOf(params) },
  };
  const changed = await withPrice(needs, updated, params);
  if ('status' in changed && 'body' in changed) return changed;
  await saveSubscription(needs, changed);
  return ok(await expanded(needs, changed, params));
});

/** Returns the subscription with the requested price, or with a pending change because the difference could not be charged. */
async function withPrice(
  needs: CallNeeds,
  subscription: Subscription,
  params: URLSearchParams,
): Promise<Subscription | Answer> {
  const [item] = subscription.items.data;
  const priceId = params.get('items[0][price]');
  if (!priceId || !item || item.price.id === priceId) return subscription;
  const price = await needs.store.get('price', priceId);
  if (!price) return missing('price', priceId);
  if (params.get('payment_behavior') !== 'pending_if_incomplete') {
    return invalid({ message: 'The sandbox changes a price only where the change waits for its payment.' });
  }
  const total = prorationOf(subscription, price, params.get('proration_date'));
  const moved = withItemOf(subscription, price);
  if (total === 0) return moved;
  const { invoice } = await addInvoice(needs, subscription, total);
  const billed = await chargeInvoice(needs, { ...moved, latest_invoice: invoice.id }, total, invoice);
  if (billed.isPaid) return billed.subscription;
  const waiting = { expires_at: seconds(needs.now) + daySeconds, subscription_items: moved.items.data };
  return { ...subscription, latest_invoice: invoice.id, pending_update: { ...noOtherChange, ...waiting } };
}

// The price difference for the rest of the period. Zero during the trial.
function prorationOf(subscription: Subscription, price: Price, date: string | null): number {
  const [item] = subscription.items.data;
  if (!item || subscription.status === 'trialing') return 0;
  const { current_period_start: start, current_period_end: end } = item;
  const left = (end - (wholeNumber(date) ?? start)) / (end - start);
  return Math.round((price.unit_amount - priceOf(subscription)) * Math.min(Math.max(left, 0), 1));
}

const resume = on('subscription', async (needs, subscription, params) => {
  if (subscription.status !== 'paused') return invalid({ message: 'Only a paused subscription can be resumed.' });
  const asIs = params.get('billing_cycle_anchor[type]') === 'unchanged';
  const resumed = await (asIs ? resumeAsIs : resumeWithMonth)(needs, subscription);
  return ok(await expanded(needs, resumed, params));
});

const previewInvoice: Run = async ({ store }, params, id) => {
  if (id !== 'create_preview') return missing('invoice', id);
  const subscription = await store.get('subscription', params.get('subscription') ?? '');
  const price = await store.get('price', params.get('subscription_details[items][0][price]') ?? '');
  if (!subscription) return missing('subscription', params.get('subscription') ?? '');
  if (!price) return missing('price', params.get('subscription_details[items][0][price]') ?? '');
  const total = prorationOf(subscription, price, params.get('subscription_details[proration_date]'));
  const { balance = 0 } = (await store.get('customer', subscription.customer)) ?? {};
  const preview = { id: 'upcoming_in_sandbox', object: 'invoice', total, amount_due: Math.max(total + balance, 0) };
  return ok({
    ...preview,
    customer: subscription.customer,
    currency: price.currency,
    lines: { object: 'list', data: [] },
  });
};

const payInvoice = on('invoice', async (needs, invoice) => {
  const subscription = await needs.store.find('subscription', { latest_invoice: invoice.id });
  if (invoice.status !== 'open' || !subscription) return invalid({ message: 'Invoice is already paid' });
  const paid = await chargeInvoice(needs, subscription, invoice.total, invoice);
  if (!paid.isPaid) {
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
    return { status: 402, body: { error } };
  }
  await saveSubscription(needs, paid.subscription);
  return ok({ ...invoice, status: 'paid' });
});

/** An open invoice can no longer be paid, and its pending change is dropped. */
const voidInvoice = on('invoice', async (needs, invoice) => {
  if (invoice.status !== 'open') return invalid({ message: 'You can only pass in open invoices.' });
  const voided = { ...invoice, status: 'void' } as const;
  await needs.store.put(voided);
  await needs.emit('invoice.voided', voided);
  const payer = await needs.store.get('customer', invoice.customer);
  const usedCredit = invoice.total - invoice.amount_due;
  if (payer) await needs.store.put({ ...payer, balance: payer.balance - usedCredit });
  const subscription = await needs.store.find('subscription', { latest_invoice: invoice.id });
  if (subscription?.pending_update) await saveSubscription(needs, { ...subscription, pending_update: null });
  return ok(voided);
});

const listInvoices: Run = async ({ store }, params) => {
  const parent = { subscription_details: { subscription: params.get('subscription') } };
  const data = await store.list('invoice', { parent });
  return ok({ object: 'list', data, has_more: false, url: '/v1/invoices' });
};

export const billingCalls: Record<string, SandboxCall> = {
  'POST setup_intents': call<Stripe.SetupIntentCreateParams>(createSetupIntent, [
    'allowed_payment_method_types',
    'automatic_payment_methods',
    'customer',
    'metadata',
    'usage',
  ]),
  'GET setup_intents/:id': { params: [], run: on('setup_intent', async (_, intent) => ok(intent)) },
  'POST subscriptions/:id': call<Stripe.SubscriptionUpdateParams>(updateSubscription, [
    'cancel_at',
    'cancel_at_period_end',
    'default_payment_method',
    'expand',
    'items',
    'metadata',
    'payment_behavior',
    'proration_behavior',
    'proration_date',
  ]),
  'POST subscriptions/:id/resume': call<Stripe.SubscriptionResumeParams>(resume, [
    'billing_cycle_anchor',
    'payment_behavior',
    'proration_behavior',
  ]),
  'POST invoices/:id': call<Stripe.InvoiceCreatePreviewParams>(previewInvoice, [
    'customer',
    'subscription',
    'subscription_details',
  ]),
  'GET invoices/:id': { params: [], run: on('invoice', async (_, invoice) => ok(invoice)) },
  'POST invoices/:id/pay': { params: [], run: payInvoice },
  'POST invoices/:id/void': { params: [], run: voidInvoice },
  'GET invoices': call<Stripe.InvoiceListParams>(listInvoices, ['expand', 'limit', 'subscription']),
};
