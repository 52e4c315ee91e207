// The Stripe calls that change, end and resume a running plan.
import type Stripe from 'stripe';
import { refuse } from '../../platform/lib/refusal.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { callStripe, hasStatus, type NumberedCall, nullOn, stripeIdOf } from './stripe-answers.ts';
import { payInvoice } from './stripe-invoices.ts';
import { readItem, secretForBank, subscriptionParts } from './stripe-reading.ts';
import { planKeyOf } from './to-purchase.ts';

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one object with a method for each call of the port
export function createStripePlans(stripe: Stripe, numbered: NumberedCall) {
  return {
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
  } satisfies Partial<PaymentGateway>;
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

/** A paused subscription and its last invoice. Null if it is not paused. */
async function readPaused(stripe: Stripe, id: string) {
  const subscription = await callStripe(stripe.subscriptions.retrieve(id, { expand: subscriptionParts }));
  if (subscription.status !== 'paused') return null;
  const { latest_invoice: invoice } = subscription;
  return { subscription, invoice: typeof invoice === 'object' ? invoice : null };
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
