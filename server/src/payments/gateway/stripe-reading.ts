// Reads a purchase from Stripe by the id of its payment, its subscription or an invoice, and the outcome of a dispute.
import type Stripe from 'stripe';
import type { StripeSubscriptionId } from '../../platform/lib/ids.ts';
import type { PaymentGateway, Purchase } from './payment-gateway.ts';
import { callStripe, nullOn, stripeIdOf } from './stripe-answers.ts';
import { paymentToPurchase, subscriptionToPurchase } from './to-purchase.ts';

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
  return intent && paymentToPurchase(intent, await isLost(stripe, intent));
}

async function readSubscription(stripe: Stripe, id: string): Promise<Purchase | null> {
  const params = { expand: subscriptionParts };
  const subscription = await nullOn('resource_missing', stripe.subscriptions.retrieve(id, params));
  const purchase = subscription && subscriptionToPurchase(subscription);
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

/** Whether the bank has charged this intent's payment back. Its latest charge must be expanded. */
export async function isLost(stripe: Stripe, { id, latest_charge: charge }: Stripe.PaymentIntent): Promise<boolean> {
  const isDisputed = typeof charge === 'object' && charge?.disputed;
  return isDisputed ? (await findLost(stripe, id)) !== undefined : false;
}

/** A payment is lost once the bank has permanently charged it back. */
export const createStripeDisputes = (stripe: Stripe): Pick<PaymentGateway, 'readLostDispute'> => ({
  async readLostDispute(intentId) {
    const lost = await findLost(stripe, intentId);
    const payment = lost?.payment_intent;
    if (!lost || typeof payment !== 'object' || !payment?.customer) return null;
    const params = {
      payment: { type: 'payment_intent', payment_intent: intentId },
      expand: ['data.invoice'],
      limit: 1,
    } satisfies Stripe.InvoicePaymentListParams;
    const [paid] = (await callStripe(stripe.invoicePayments.list(params))).data;
    const subscription =
      typeof paid?.invoice === 'object' && 'parent' in paid.invoice
        ? paid.invoice.parent?.subscription_details?.subscription
        : null;
    return {
      customerId: stripeIdOf(payment.customer),
      amountCents: lost.amount,
      stripeSubscriptionId: subscription ? (stripeIdOf(subscription) as StripeSubscriptionId) : null,
    };
  },
});

async function findLost(stripe: Stripe, intentId: string): Promise<Stripe.Dispute | undefined> {
  const params = { payment_intent: intentId, expand: ['data.payment_intent'] } satisfies Stripe.DisputeListParams;
  const found = await nullOn('resource_missing', stripe.disputes.list(params));
  return found?.data.find(({ status }) => status === 'lost');
}

export async function readItem(stripe: Stripe, id: string) {
  const subscription = await callStripe(stripe.subscriptions.retrieve(id));
  const item = subscription.items.data[0];
  if (!item) throw new Error('a subscription without an item');
  return { customer: stripeIdOf(subscription.customer), item: item.id, price: item.price.id };
}
