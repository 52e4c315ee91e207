// The API calls that the product makes with its secret key. Any other call or parameter is refused, so that no code can be
// written that works only with the sandbox.
import type Stripe from 'stripe';
import { call, invalid, missing, ok, on, type SandboxCall } from './answer.ts';
import { billingCalls } from './billing-calls.ts';
import { disputeCalls } from './disputes.ts';
import { cancelIntent } from './intents.ts';
import { newPaymentIntent, newSandboxId, seconds } from './new-objects.ts';
import { expanded, expandsOf, metadataOf, methodsOf, wholeNumber } from './params.ts';
import { beginSubscription, cancelSubscription } from './subscriptions.ts';

type Run = SandboxCall['run'];

const createCustomer: Run = async ({ store, now }, params) => {
  const customer = {
    id: newSandboxId('cus'),
    object: 'customer',
    balance: 0,
    created: seconds(now),
    email: params.get('email'),
    name: params.get('name'),
    metadata: metadataOf(params),
  } as const;
  await store.put(customer);
  return ok(customer);
};

const deleteCustomer = on('customer', async ({ store }, { id, object }) => {
  await store.forgetCustomer(id);
  return ok({ id, object, deleted: true });
});

const listPrices: Run = async ({ store }, params) => {
  const price = await store.find('price', { lookup_key: params.get('lookup_keys[0]') });
  return ok({ object: 'list', data: price ? [price] : [], has_more: false, url: '/v1/prices' });
};

const createPrice: Run = async ({ store }, params) => {
  const amount = wholeNumber(params.get('unit_amount'));
  if (amount === null) return invalid({ message: 'Invalid integer', param: 'unit_amount' });
  const key = params.get('lookup_key');
  const holder = key === null ? null : await store.find('price', { lookup_key: key });
  if (holder && params.get('transfer_lookup_key') !== 'true') {
    return invalid({ message: `A price (\`${holder.id}\`) already uses that lookup key.`, param: 'lookup_key' });
  }
  if (holder) await store.put({ ...holder, lookup_key: null });
  const price = {
    id: newSandboxId('price'),
    object: 'price',
    active: true,
    currency: params.get('currency') ?? '',
    lookup_key: key,
    product: newSandboxId('prod'),
    type: params.has('recurring[interval]') ? 'recurring' : 'one_time',
    unit_amount: amount,
  } as const;
  await store.put(price);
  return ok(price);
};

const createPaymentIntent: Run = async ({ store, now, emit }, params) => {
  const amount = wholeNumber(params.get('amount'));
  const customer = params.get('customer') ?? '';
  if (amount === null || amount < 50) return invalid({ code: 'amount_too_small', message: 'Amount is too small' });
  if (!(await store.get('customer', customer))) return missing('customer', customer);
  const currency = params.get('currency') ?? '';
  const methods = methodsOf(params, 'allowed_payment_method_types');
  const intent = newPaymentIntent({ amount, customer, currency, methods, metadata: metadataOf(params) }, now);
  await store.put(intent);
  await emit('payment_intent.created', intent);
  return ok(intent);
};

const readPaymentIntent = on('payment_intent', async ({ store }, intent, params) => {
  const { latest_charge: chargeId } = intent;
  const charge =
    chargeId && expandsOf(params).includes('latest_charge') ? await store.get('charge', chargeId) : chargeId;
  return ok({ ...intent, latest_charge: charge });
});

const createSubscription: Run = async (needs, params) => {
  const customer = params.get('customer') ?? '';
  const priceId = params.get('items[0][price]') ?? '';
  const price = await needs.store.get('price', priceId);
  if (!(await needs.store.get('customer', customer))) return missing('customer', customer);
  if (!price) return missing('price', priceId);
  if (price.type !== 'recurring') return invalid({ message: 'This price is paid once.', param: 'items[0][price]' });
  const trialDays = wholeNumber(params.get('trial_period_days')) ?? 0;
  const methods = methodsOf(params, 'payment_settings[payment_method_types]');
  const begun = { customer, price, trialDays, methods, metadata: metadataOf(params) };
  const subscription = await beginSubscription(needs, begun);
  return ok(await expanded(needs, subscription, params));
};

const readSubscription = on('subscription', async (needs, subscription, params) =>
  ok(await expanded(needs, subscription, params)),
);

const endSubscription = on('subscription', async (needs, subscription) =>
  subscription.status === 'canceled'
    ? missing('subscription', subscription.id)
    : ok(await cancelSubscription(needs, subscription)),
);

const createRefund: Run = async ({ store, now, emit }, params) => {
  const paymentIntentId = params.get('payment_intent') ?? '';
  const intent = await store.get('payment_intent', paymentIntentId);
  const charge = intent?.latest_charge ? await store.get('charge', intent.latest_charge) : null;
  if (!charge) return missing('payment_intent', paymentIntentId);
  if (charge.disputed && !(await store.find('dispute', { charge: charge.id, status: 'won' }))) {
    return invalid({ code: 'charge_disputed', message: 'This charge has been charged back.' });
  }
  if (charge.refunded) return invalid({ code: 'charge_already_refunded', message: 'This charge has been refunded.' });
  const refund = {
    id: newSandboxId('re'),
    object: 'refund',
    amount: charge.amount,
    charge: charge.id,
    created: seconds(now),
    currency: charge.currency,
    payment_intent: paymentIntentId,
    status: 'succeeded',
  } as const;
  await store.put(refund);
  const refunded = { ...charge, amount_refunded: charge.amount, refunded: true };
  await store.put(refunded);
  await emit('refund.created', refund);
  await emit('charge.refunded', refunded);
  return ok(refund);
};

export const sandboxCalls: Record<string, SandboxCall> = {
  'POST customers': call<Stripe.CustomerCreateParams>(createCustomer, ['email', 'metadata', 'name']),
  'DELETE customers/:id': { params: [], run: deleteCustomer },
  'GET prices': call<Stripe.PriceListParams>(listPrices, ['limit', 'lookup_keys']),
  'POST prices': call<Stripe.PriceCreateParams>(createPrice, [
    'currency',
    'lookup_key',
    'product_data',
    'recurring',
    'transfer_lookup_key',
    'unit_amount',
  ]),
  'POST payment_intents': call<Stripe.PaymentIntentCreateParams>(createPaymentIntent, [
    'allowed_payment_method_types',
    'amount',
    'automatic_payment_methods',
    'currency',
    'customer',
    'metadata',
  ]),
  'GET payment_intents/:id': { params: ['expand'], run: readPaymentIntent },
  'POST payment_intents/:id/cancel': { params: [], run: on('payment_intent', cancelIntent) },
  ...billingCalls,
  ...disputeCalls,
  'POST subscriptions': call<Stripe.SubscriptionCreateParams>(createSubscription, [
    'customer',
    'expand',
    'items',
    'metadata',
    'payment_behavior',
    'payment_settings',
    'trial_period_days',
    'trial_settings',
  ]),
  'GET subscriptions/:id': { params: ['expand'], run: readSubscription },
  'DELETE subscriptions/:id': { params: [], run: endSubscription },
  'POST refunds': call<Stripe.RefundCreateParams>(createRefund, ['payment_intent', 'reason']),
};
