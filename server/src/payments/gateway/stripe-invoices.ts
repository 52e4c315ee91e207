// The Stripe calls about what was paid, what was returned, and an invoice that is still open.
import type Stripe from 'stripe';
import type { PaymentGateway } from './payment-gateway.ts';
import { callStripe, hasStatus, nullOn, stripeIdOf } from './stripe-answers.ts';
import { isLost } from './stripe-reading.ts';

const maxInvoices = 100;

export function createStripeInvoices(stripe: Stripe) {
  return {
    async readReturned(intentId) {
      const intent = await nullOn(
        'resource_missing',
        stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
      );
      const charge = intent?.latest_charge;
      if (!intent?.customer || typeof charge !== 'object' || !charge) return null;
      const { amount_refunded: refundedCents } = charge;
      return { customerId: stripeIdOf(intent.customer), refundedCents, isLost: await isLost(stripe, intent) };
    },
    async listInvoices(id) {
      const params: Stripe.InvoiceListParams = { subscription: id, limit: maxInvoices, expand: ['data.payments'] };
      const { data } = await callStripe(stripe.invoices.list(params));
      return data.flatMap(({ id, created, total, amount_due: dueCents, status, payments, ...invoice }) => {
        if (status !== 'paid' && status !== 'open') return [];
        const intent = payments?.data.at(-1)?.payment.payment_intent;
        const intentId = intent ? stripeIdOf(intent) : null;
        const at = new Date((invoice.status_transitions.paid_at ?? created) * 1000);
        return [{ id, at, totalCents: total, dueCents, isPaid: status === 'paid', intentId }];
      });
    },
  } satisfies Partial<PaymentGateway>;
}

export async function payInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await callStripe(stripe.invoices.pay(invoiceId));
  } catch (error) {
    if (!hasStatus(error, 400)) throw error; // it was paid in the meantime
  }
}
