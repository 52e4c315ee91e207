// What an owner does with a monthly plan: reads, cancels or resumes it, or changes its card. Each operation reads our rows and Stripe.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { reportChange } from '../../people/owner-changes/report-change.ts';
import { findUser } from '../../people/users/user-store.ts';
import { findOwnedPurchase, type OwnedPurchase } from '../../plans/purchase-store.ts';
import type { PurchaseId, StripeSubscriptionId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { keepPurchases } from '../settlement/end-purchases.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { billedPlanOf } from './billing-rules.ts';

export interface PlanInput {
  ownerId: string;
  id: PurchaseId;
}

export interface OwnPlan extends OwnedPurchase {
  stripeSubscriptionId: StripeSubscriptionId;
  /** The subscription at Stripe. */
  purchase: Purchase;
}

/** A running plan. Refuses a plan that is not this owner's, was paid once, has ended or is paused. */
export async function readOwnPlan(needs: PaymentNeeds, input: PlanInput): Promise<OwnPlan> {
  const owned = await readCurrentPlan(needs, input);
  if (owned.row.status === 'paused') refuse('plan-paused');
  return owned;
}

/** A running or paused plan. */
async function readCurrentPlan(needs: PaymentNeeds, { ownerId, id }: PlanInput): Promise<OwnPlan> {
  const { database, paymentGateway } = needs;
  const owned = await findOwnedPurchase(database, ownerId, id);
  const owner = owned && (await findUser(database, ownerId));
  const stripeSubscriptionId = owned?.row.stripeSubscriptionId;
  if (!owned || !stripeSubscriptionId || !owner || owner.deletedAt) refuse('plan-not-found');
  await keepPurchases(needs, ownerId); // otherwise the schedule would also undo what the owner decides now
  if (!['trial', 'paid', 'past-due', 'paused'].includes(owned.row.status)) refuse('plan-ended');
  const purchase = await paymentGateway.readPurchase(stripeSubscriptionId);
  if (!purchase) refuse('plan-not-found'); // it was bought in another mode
  if (purchase.state === 'ended') {
    await settlePayment(needs, purchase); // its webhook event has not arrived yet
    refuse('plan-ended');
  }
  return { ...owned, stripeSubscriptionId, purchase };
}

/** The plan as it is now. Changes at Stripe are first applied to our rows. */
export async function showOwnPlan(needs: PaymentNeeds, input: PlanInput): Promise<BilledPlan> {
  const owned = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  const stripeSubscriptionId = owned?.row.stripeSubscriptionId;
  const purchase = stripeSubscriptionId ? await needs.paymentGateway.readPurchase(stripeSubscriptionId) : null;
  if (purchase) await settlePayment(needs, purchase);
  const settled = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  return (settled && billedPlanOf(settled, purchase)) ?? refuse('plan-not-found');
}

/**
 * Cancels a monthly plan at the end of its period, or immediately if a month is unpaid, and notifies the owner. Also undoes a
 * cancellation while the plan runs.
 */
export async function cancelPlan(
  needs: PaymentNeeds,
  input: PlanInput & { isCancelled: boolean },
): Promise<BilledPlan> {
  const { stripeSubscriptionId, purchase } = await readOwnPlan(needs, input);
  if (input.isCancelled && purchase.state === 'past-due') await needs.paymentGateway.cancelPurchase(purchase);
  else await needs.paymentGateway.setCancelAtPeriodEnd(stripeSubscriptionId, input.isCancelled);
  const plan = await showOwnPlan(needs, input);
  if (input.isCancelled && !purchase.endsAt) await reportCancelled(needs, input.ownerId, plan);
  return plan;
}

const reportCancelled = (needs: PaymentNeeds, userId: string, { displayName, endsAt }: BilledPlan) =>
  needs.database.transaction((tx) =>
    reportChange(needs, tx, { userId, kind: 'plan-cancelled', before: displayName, after: endsAt ?? undefined }),
  );

/** Resumes a paused plan with a month that starts now and is charged to its card. A running plan is charged nothing. */
export async function resumePlan(needs: PaymentNeeds, input: PlanInput): Promise<BilledPlan> {
  const { stripeSubscriptionId, purchase } = await readCurrentPlan(needs, input);
  if (purchase.state === 'paused') {
    if (!purchase.card) refuse('card-needed');
    await needs.paymentGateway.resume({ id: stripeSubscriptionId, userId: input.ownerId });
  }
  return showOwnPlan(needs, input);
}

/**
 * Changes the card of a monthly plan, running or paused: the page saves the card, then we make it the default and pay the
 * open invoice. If the page was closed, the webhook event does the latter.
 */
export async function beginCardChange(needs: PaymentNeeds, input: PlanInput): Promise<{ clientSecret: string }> {
  const { stripeSubscriptionId } = await readCurrentPlan(needs, input);
  return needs.paymentGateway.beginCardChange(stripeSubscriptionId);
}

export async function completeCardChange(
  needs: PaymentNeeds,
  input: PlanInput & { setupIntentId: string },
): Promise<BilledPlan> {
  const { stripeSubscriptionId } = await readCurrentPlan(needs, input);
  if (!/^seti_\w+$/.test(input.setupIntentId)) refuse('payment-refused');
  const adopted = await needs.paymentGateway.attachCard(input.setupIntentId, stripeSubscriptionId);
  if (!adopted) refuse('payment-incomplete');
  return showOwnPlan(needs, input);
}
