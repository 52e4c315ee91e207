// The Stripe calls for a running plan: card, plan change, cancellation, invoices and refunds.
import Stripe from 'stripe';
import type { StripeSubscriptionId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { callStripe, nullOn, stripeIdOf } from './stripe-answers.ts';

type BillingCalls = Pick<
  PaymentGateway,
  | 'readRefund'
  | 'beginCardChange'
  | 'attachCard'
  | 'setCancelAtPeriodEnd'
  | 'resume'
  | 'previewPlanChange'
  | 'changePlan'
  | 'listInvoices'
>;

const maxInvoices = 100;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one object with a method for each call of the port
export function createStripeBilling(stripe: Stripe): BillingCalls {
  return {
    async readRefund(intentId) {
      const intent = await nullOn(
        'resource_missing',
        stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
      );
      const charge = intent?.latest_charge;
      if (!intent?.customer || typeof charge !== 'object' || !charge) return null;
      return { customerId: stripeIdOf(intent.customer), amountCents: charge.amount_refunded };
    },
    async beginCardChange({ id, customerId }) {
      const params = {
        customer: customerId,
        usage: 'off_session',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { subscriptionId: id },
      } satisfies Stripe.SetupIntentCreateParams;
      const { client_secret: clientSecret } = await callStripe(stripe.setupIntents.create(params));
      if (!clientSecret) throw new Error('a setup intent without a client secret');
      return { clientSecret };
    },
    async attachCard(setupIntentId, onlyFor) {
      const setup = await nullOn('resource_missing', stripe.setupIntents.retrieve(setupIntentId));
      const id = setup?.metadata?.subscriptionId as StripeSubscriptionId | undefined;
      if (!setup?.payment_method || setup.status !== 'succeeded' || !id) return null;
      if (onlyFor !== undefined && id !== onlyFor) return null;
      const subscription = await nullOn('resource_missing', stripe.subscriptions.retrieve(id));
      if (!subscription || stripeIdOf(subscription.customer) !== (setup.customer && stripeIdOf(setup.customer)))
        return null;
      if (['canceled', 'incomplete_expired'].includes(subscription.status)) return id;
      // The event of an earlier card may arrive after that of a later one.
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
    async setCancelAtPeriodEnd(id, atPeriodEnd) {
      const params = { cancel_at_period_end: atPeriodEnd } satisfies Stripe.SubscriptionUpdateParams;
      await callStripe(stripe.subscriptions.update(id, params));
    },
    async resume(id) {
      const paused = await readPaused(stripe, id);
      if (!paused) return;
      // An unpaid month is an open invoice. We charge that month instead of a new one, never both.
      const openInvoiceId = paused.invoice?.status === 'open' ? paused.invoice.id : null;
      if (openInvoiceId) await orCardDeclined(payInvoice(stripe, openInvoiceId));
      if (openInvoiceId && !(await readPaused(stripe, id))) return;
      const params = {
        ...(openInvoiceId && { proration_behavior: 'none' }),
        billing_cycle_anchor: { type: openInvoiceId ? 'unchanged' : 'now' },
        payment_behavior: 'resume_on_payment_success',
      } satisfies Stripe.SubscriptionResumeParams;
      const idempotencyKey = `resume/${id}/${paused.invoice?.id ?? 'first'}/${paused.card}`;
      await orCardDeclined(callStripe(stripe.subscriptions.resume(id, params, { idempotencyKey })));
      if (await readPaused(stripe, id)) refuse('card-declined');
    },
    async previewPlanChange({ id, priceId, at }) {
      const { customer, item } = await readItem(stripe, id);
      const params = {
        customer,
        subscription: id,
        subscription_details: {
          items: [{ id: item, price: priceId }],
          proration_behavior: 'always_invoice',
          proration_date: secondsOf(at),
        },
      } satisfies Stripe.InvoiceCreatePreviewParams;
      return (await callStripe(stripe.invoices.createPreview(params))).total;
    },
    async changePlan({ id, priceId, planId, at }) {
      const { item, price } = await readItem(stripe, id);
      if (price === priceId) return;
      const params = {
        items: [{ id: item, price: priceId }],
        proration_behavior: 'always_invoice',
        proration_date: secondsOf(at),
        payment_behavior: 'error_if_incomplete',
        metadata: { planId },
      } satisfies Stripe.SubscriptionUpdateParams;
      const idempotencyKey = `change/${id}/${priceId}/${secondsOf(at)}`;
      await orCardDeclined(callStripe(stripe.subscriptions.update(id, params, { idempotencyKey })));
    },
    async listInvoices(customerId) {
      const { data } = await callStripe(stripe.invoices.list({ customer: customerId, limit: maxInvoices }));
      return data.flatMap(({ id, created, total, status, parent }) => {
        if (status !== 'paid' && status !== 'open') return [];
        const subscription = parent?.subscription_details?.subscription;
        const stripeSubscriptionId = subscription ? (stripeIdOf(subscription) as StripeSubscriptionId) : null;
        return [
          { id, at: new Date(created * 1000), totalCents: total, isPaid: status === 'paid', stripeSubscriptionId },
        ];
      });
    },
  };
}

// A card that was saved can still be declined. Stripe then retries the charge by itself.
async function tryToPay(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await payInvoice(stripe, invoiceId);
  } catch (error) {
    if (!hasStatus(error, 402)) throw error;
  }
}

async function payInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await callStripe(stripe.invoices.pay(invoiceId));
  } catch (error) {
    if (!hasStatus(error, 400)) throw error; // it was paid in the meantime
  }
}

/** A declined card is an expected failure. */
async function orCardDeclined<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (hasStatus(error, 402)) refuse('card-declined');
    throw error;
  }
}

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === status;

/** The last invoice and the default card of a paused subscription. Null if it is not paused. */
async function readPaused(stripe: Stripe, id: string) {
  const subscription = await callStripe(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));
  if (subscription.status !== 'paused') return null;
  const { latest_invoice: invoice, default_payment_method: card } = subscription;
  return { invoice: typeof invoice === 'object' ? invoice : null, card: card ? stripeIdOf(card) : null };
}

async function readItem(stripe: Stripe, id: string) {
  const subscription = await callStripe(stripe.subscriptions.retrieve(id));
  const item = subscription.items.data[0];
  if (!item) throw new Error('a subscription without an item');
  return { customer: stripeIdOf(subscription.customer), item: item.id, price: item.price.id };
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
