// The Stripe calls for a running plan: card, plan change, cancellation, invoices and refunds.
import Stripe from 'stripe';
import type { StripeSubscriptionId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { callStripe, type NumberedCall, nullOn, stripeIdOf } from './stripe-answers.ts';
import { cardsOnly, planKeyOf } from './stripe-purchase.ts';
import { isLost, secretForBank, subscriptionParts } from './stripe-reading.ts';

const maxInvoices = 100;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one object with a method for each call of the port
export function createStripeBilling(stripe: Stripe, numbered: NumberedCall) {
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
    async setCancelAtPeriodEnd(id, atPeriodEnd) {
      const now = await callStripe(stripe.subscriptions.retrieve(id));
      const isForDay = !atPeriodEnd && !now.cancel_at_period_end && now.cancel_at !== null;
      const params = isForDay ? { cancel_at: '' as const } : { cancel_at_period_end: atPeriodEnd };
      await callStripe(stripe.subscriptions.update(id, params satisfies Stripe.SubscriptionUpdateParams));
    },
    async setEndsWithAccount(id, ends) {
      const now = await nullOn('resource_missing', stripe.subscriptions.retrieve(id));
      if (!now || now.status === 'canceled') return false;
      const isCancelled = now.cancel_at_period_end || now.cancel_at !== null;
      const endsWithAccount = now.metadata.endsWithAccount === 'yes';
      if (ends ? isCancelled : !endsWithAccount) return endsWithAccount;
      const params = {
        cancel_at_period_end: ends,
        metadata: { endsWithAccount: ends ? 'yes' : '' },
      } satisfies Stripe.SubscriptionUpdateParams;
      await callStripe(stripe.subscriptions.update(id, params));
      return ends;
    },
    async resume({ id, userId }) {
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
      const resuming = numbered(userId, `resume/${id}/${paused.invoice?.id ?? 'first'}`, (idempotencyKey) =>
        stripe.subscriptions.resume(id, params, { idempotencyKey }),
      );
      await orCardDeclined(callStripe(resuming));
      const still = await readPaused(stripe, id);
      if (still && !(await secretForBank(stripe, still.subscription))) refuse('card-declined');
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
      const { amount_due: dueCents, total } = await callStripe(stripe.invoices.createPreview(params));
      return { dueCents, creditCents: Math.max(-total, 0) };
    },
    async changePlan({ id, priceId, planId, at }) {
      const { item, price } = await readItem(stripe, id);
      if (price === priceId) return;
      // A change that waits for its payment cannot contain anything else, so the plan is recorded before it.
      await callStripe(stripe.subscriptions.update(id, { metadata: { [planKeyOf(priceId)]: planId } }));
      const params = {
        items: [{ id: item, price: priceId }],
        proration_behavior: 'always_invoice',
        proration_date: secondsOf(at),
        payment_behavior: 'pending_if_incomplete',
        expand: subscriptionParts,
      } satisfies Stripe.SubscriptionUpdateParams;
      const changed = await orCardDeclined(callStripe(stripe.subscriptions.update(id, params)));
      if (!changed.pending_update || (await secretForBank(stripe, changed))) return;
      if (changed.latest_invoice) await callStripe(stripe.invoices.voidInvoice(stripeIdOf(changed.latest_invoice)));
      refuse('card-declined');
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

// A saved card can still be declined. Stripe then retries the charge on its own.
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

/** A paused subscription and its last invoice. Null if it is not paused. */
async function readPaused(stripe: Stripe, id: string) {
  const subscription = await callStripe(stripe.subscriptions.retrieve(id, { expand: subscriptionParts }));
  if (subscription.status !== 'paused') return null;
  const { latest_invoice: invoice } = subscription;
  return { subscription, invoice: typeof invoice === 'object' ? invoice : null };
}

async function readItem(stripe: Stripe, id: string) {
  const subscription = await callStripe(stripe.subscriptions.retrieve(id));
  const item = subscription.items.data[0];
  if (!item) throw new Error('a subscription without an item');
  return { customer: stripeIdOf(subscription.customer), item: item.id, price: item.price.id };
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
