// The Stripe calls that change the card of a running plan.
import type Stripe from 'stripe';
import type { StripeSubscriptionId } from '../../platform/lib/ids.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { callStripe, hasStatus, nullOn, stripeIdOf } from './stripe-answers.ts';
import { payInvoice } from './stripe-invoices.ts';
import { readItem } from './stripe-reading.ts';
import { cardsOnly } from './to-purchase.ts';

export function createStripeCards(stripe: Stripe) {
  return {
    async beginCardChange(id) {
      const { customer } = await readItem(stripe, id);
      const params = {
        customer,
        usage: 'off_session',
        ...cardsOnly,
        metadata: { subscriptionId: id },
      } satisfies Stripe.SetupIntentCreateParams;
      const { client_secret: clientSecret } = await callStripe(stripe.setupIntents.create(params));
      if (!clientSecret) throw new Error('a setup intent without a client secret');
      return { clientSecret };
    },
    async attachCard(setupIntentId, wanted) {
      const setup = await nullOn('resource_missing', stripe.setupIntents.retrieve(setupIntentId));
      const named = setup?.metadata?.subscriptionId as StripeSubscriptionId | undefined;
      const id = wanted ?? named;
      if (!setup?.payment_method || setup.status !== 'succeeded' || !id) return null;
      if (named !== undefined && named !== id) return null;
      const subscription = await nullOn('resource_missing', stripe.subscriptions.retrieve(id));
      if (!subscription || stripeIdOf(subscription.customer) !== (setup.customer && stripeIdOf(setup.customer)))
        return null;
      if (['canceled', 'incomplete_expired'].includes(subscription.status)) return id;
      // An older card's event may arrive after a newer one's.
      const isNewest = setup.created >= Number(subscription.metadata.cardSince ?? 0);
      if (!isNewest) return id;
      const params = {
        default_payment_method: stripeIdOf(setup.payment_method),
        metadata: { cardSince: String(setup.created) },
      } satisfies Stripe.SubscriptionUpdateParams;
      await callStripe(stripe.subscriptions.update(id, params));
      if (subscription.status === 'past_due' && subscription.latest_invoice) {
        await tryToPay(stripe, stripeIdOf(subscription.latest_invoice));
      }
      return id;
    },
  } satisfies Partial<PaymentGateway>;
}

// A saved card can still be declined. Stripe then retries the charge on its own.
async function tryToPay(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await payInvoice(stripe, invoiceId);
  } catch (error) {
    if (!hasStatus(error, 402)) throw error;
  }
}
