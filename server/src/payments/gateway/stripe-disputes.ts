// Reads the outcome of a dispute. A payment is lost once the bank has permanently charged it back.
import type Stripe from 'stripe';
import type { StripeSubscriptionId } from '../../platform/lib/ids.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { callStripe, nullOn, stripeIdOf } from './stripe-answers.ts';

/** Whether the bank has charged this intent's payment back. Its latest charge must be expanded. */
export async function isLost(stripe: Stripe, { id, latest_charge: charge }: Stripe.PaymentIntent): Promise<boolean> {
  const isDisputed = typeof charge === 'object' && charge?.disputed;
  return isDisputed ? (await findLost(stripe, id)) !== undefined : false;
}

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
