// The sandbox's calls for a running subscription: saveSubscription the card or the price, cancel, resume, list invoices.
import type Stripe from 'stripe';
import { type Answer, type CallNeeds, invalid, missing, ok, type SandboxCall } from './answer.ts';
import { newSetupIntent } from './new-objects.ts';
import type { SandboxObjects, Subscription } from './objects.ts';
import { expanded, metadataOf, wholeNumber } from './params.ts';
import { chargeInvoice, priceOf } from './subscription-invoices.ts';
import { resumeAsIs, resumeWithMonth, saveSubscription } from './subscriptions.ts';

type Run = SandboxCall['run'];
type Price = SandboxObjects['price'];

const createSetupIntent: Run = async ({ store, now }, params) => {
  const customer = params.get('customer') ?? '';
  if (!(await store.get('customer', customer))) return missing('customer', customer);
  const intent = newSetupIntent({ customer, metadata: metadataOf(params) }, now);
  await store.put(intent);
  return ok(intent);
};

const readSetupIntent: Run = async ({ store }, _, id) => {
  const intent = await store.get('setup_intent', id);
  return intent ? ok(intent) : missing('setup_intent', id);
};

const updateSubscription: Run = async (needs, params, id) => {
  const found = await needs.store.get('subscription', id);
  if (!found) return missing('subscription', id);
  if (found.status === 'canceled') {
    return invalid({ message: 'A canceled subscription can only update its cancellation_details and metadata.' });
  }
  const cancels = params.get('cancel_at_period_end');
  const card = params.get('default_payment_method');
  if (card !== null && !(await needs.store.get('payment_method', card))) return missing('payment_method', card);
  const updated: Subscription = {
    ...found,
    ...(cancels !== null && { cancel_at_period_end: cancels === 'true' }),
    ...(card !== null && { default_payment_method: card }),
    metadata: { ...found.metadata, ...metadataOf(params) },
  };
  const changed = await withPrice(needs, updated, params);
  if ('status' in changed && 'body' in changed) return changed;
  await saveSubscription(needs, changed);
  return ok(await expanded(needs, changed, params));
};

/** Returns the subscription with the requested price after charging the difference, or the error if it can't be charged. */
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
  const total = prorationOf(subscription, price, params.get('proration_date'));
  const moved = { ...subscription, items: { object: 'list' as const, data: [{ ...item, price }] } };
  if (total === 0) return moved;
  const billed = await chargeInvoice(needs, moved, total);
  if (billed.isPaid) return billed.subscription;
  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
  return { status: 402, body: { error } };
}

// The rest of the period at the price difference. Zero during the trial.
function prorationOf(subscription: Subscription, price: Price, date: string | null): number {
  const [item] = subscription.items.data;
  if (!item || subscription.status === 'trialing') return 0;
  const { current_period_start: start, current_period_end: end } = item;
  const left = (end - (wholeNumber(date) ?? start)) / (end - start);
  return Math.round((price.unit_amount - priceOf(subscription)) * Math.min(Math.max(left, 0), 1));
}

const resume: Run = async (needs, params, id) => {
  const subscription = await needs.store.get('subscription', id);
  if (!subscription) return missing('subscription', id);
  if (subscription.status !== 'paused') return invalid({ message: 'Only a paused subscription can be resumed.' });
  const asIs = params.get('billing_cycle_anchor[type]') === 'unchanged';
  const resumed = await (asIs ? resumeAsIs : resumeWithMonth)(needs, subscription);
  return ok(await expanded(needs, resumed, params));
};

const previewInvoice: Run = async ({ store }, params, id) => {
  if (id !== 'create_preview') return missing('invoice', id);
  const subscription = await store.get('subscription', params.get('subscription') ?? '');
  const price = await store.get('price', params.get('subscription_details[items][0][price]') ?? '');
  if (!subscription) return missing('subscription', params.get('subscription') ?? '');
  if (!price) return missing('price', params.get('subscription_details[items][0][price]') ?? '');
  const total = prorationOf(subscription, price, params.get('subscription_details[proration_date]'));
  return ok({ id: 'upcoming_in_sandbox', object: 'invoice', total, amount_due: Math.max(total, 0) });
};

const payInvoice: Run = async (needs, _, id) => {
  const invoice = await needs.store.get('invoice', id);
  if (!invoice) return missing('invoice', id);
  const subscription = await needs.store.find('subscription', { latest_invoice: id });
  if (invoice.status !== 'open' || !subscription) return invalid({ message: 'Invoice is already paid' });
  const paid = await chargeInvoice(needs, subscription, invoice.total, invoice);
  if (!paid.isPaid) {
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
    return { status: 402, body: { error } };
  }
  await saveSubscription(needs, paid.subscription);
  return ok({ ...invoice, status: 'paid' });
};

const listInvoices: Run = async ({ store }, params) => {
  const data = await store.list('invoice', { customer: params.get('customer') });
  return ok({ object: 'list', data, has_more: false, url: '/v1/invoices' });
};

export const billingCalls: Record<string, SandboxCall> = {
  'POST setup_intents': {
    params: [
      'automatic_payment_methods',
      'customer',
      'metadata',
      'usage',
    ] satisfies (keyof Stripe.SetupIntentCreateParams)[],
    run: createSetupIntent,
  },
  'GET setup_intents/:id': { params: [], run: readSetupIntent },
  'POST subscriptions/:id': {
    params: [
      'cancel_at_period_end',
      'default_payment_method',
      'items',
      'metadata',
      'payment_behavior',
      'proration_behavior',
      'proration_date',
    ] satisfies (keyof Stripe.SubscriptionUpdateParams)[],
    run: updateSubscription,
  },
  'POST subscriptions/:id/resume': {
    params: [
      'billing_cycle_anchor',
      'payment_behavior',
      'proration_behavior',
    ] satisfies (keyof Stripe.SubscriptionResumeParams)[],
    run: resume,
  },
  'POST invoices/:id': {
    params: ['customer', 'subscription', 'subscription_details'] satisfies (keyof Stripe.InvoiceCreatePreviewParams)[],
    run: previewInvoice,
  },
  'POST invoices/:id/pay': { params: [], run: payInvoice },
  'GET invoices': {
    params: ['customer', 'limit'] satisfies (keyof Stripe.InvoiceListParams)[],
    run: listInvoices,
  },
};
