// Reads a purchase from Stripe by the id of its payment, its subscription or an invoice.
import type Stripe from 'stripe';
import type { Purchase } from './payment-gateway.ts';
import { nullOn, stripeIdOf } from './stripe-answers.ts';
import { isLost } from './stripe-disputes.ts';
import { purchaseOfPayment, purchaseOfSubscription } from './stripe-purchase.ts';

export const subscriptionParts = [
  'pending_setup_intent',
  'latest_invoice.confirmation_secret',
  'default_payment_method',
];

export async function readPurchase(stripe: Stripe, id: string): Promise<Purchase | null> {
  if (/^pi_\w+$/.test(id)) return readPayment(stripe, id);
  if (/^sub_\w+$/.test(id)) return readSubscription(stripe, id);
  if (!/^in_\w+$/.test(id)) return null;
  const invoice = await nullOn('resource_missing', stripe.invoices.retrieve(id));
  const subscription = invoice?.parent?.subscription_details?.subscription;
  return subscription ? readSubscription(stripe, stripeIdOf(subscription)) : null;
}

async function readPayment(stripe: Stripe, id: string): Promise<Purchase | null> {
  const params = { expand: ['latest_charge'] };
  const intent = await nullOn('resource_missing', stripe.paymentIntents.retrieve(id, params));
  return intent && purchaseOfPayment(intent, await isLost(stripe, intent));
}

async function readSubscription(stripe: Stripe, id: string): Promise<Purchase | null> {
  const params = { expand: subscriptionParts };
  const subscription = await nullOn('resource_missing', stripe.subscriptions.retrieve(id, params));
  const purchase = subscription && purchaseOfSubscription(subscription);
  if (!purchase || purchase.clientSecret) return purchase;
  return { ...purchase, clientSecret: await secretForBank(stripe, subscription) };
}

/** The secret of an unpaid invoice for which the owner's bank asks for authentication. Its secret must be expanded. */
export async function secretForBank(stripe: Stripe, subscription: Stripe.Subscription): Promise<string | null> {
  const { latest_invoice: invoice } = subscription;
  if (typeof invoice !== 'object' || invoice?.status !== 'open') return null;
  const clientSecret = invoice.confirmation_secret?.client_secret;
  const [intentId = ''] = clientSecret?.split('_secret_') ?? [];
  if (!clientSecret || !intentId.startsWith('pi_')) return null;
  const intent = await nullOn('resource_missing', stripe.paymentIntents.retrieve(intentId));
  return intent?.status === 'requires_action' ? clientSecret : null;
}
