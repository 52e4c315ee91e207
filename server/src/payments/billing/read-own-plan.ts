// Reads an owner's monthly plan from our rows and from Stripe before an operation on it.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { findUser } from '../../people/users/user-store.ts';
import { findOwnedPurchase, type OwnedPurchase } from '../../plans/purchase-store.ts';
import type { PurchaseId, StripeSubscriptionId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { billedPlanOf } from './billing-rules.ts';

export interface PlanInput {
  ownerId: string;
  id: PurchaseId;
}

export interface OwnPlan extends OwnedPurchase {
  stripeSubscriptionId: StripeSubscriptionId;
  /** The last month is unpaid. */
  isPastDue: boolean;
  /** The day for which it was cancelled. */
  endsAt: Date | null;
}

/** A running plan. Refuses a plan that is not this owner's, was paid once, has ended or is paused. */
export async function readOwnPlan(needs: PaymentNeeds, input: PlanInput): Promise<OwnPlan> {
  const owned = await readCurrentPlan(needs, input);
  if (owned.row.status === 'paused') refuse('plan-paused');
  return owned;
}

/** A running or paused plan. */
export async function readCurrentPlan(needs: PaymentNeeds, { ownerId, id }: PlanInput): Promise<OwnPlan> {
  const { database, paymentGateway } = needs;
  const owned = await findOwnedPurchase(database, ownerId, id);
  const owner = owned && (await findUser(database, ownerId));
  const stripeSubscriptionId = owned?.row.stripeSubscriptionId;
  if (!owned || !stripeSubscriptionId || !owner || owner.deletedAt) refuse('plan-not-found');
  if (!['trialing', 'active', 'past_due', 'paused'].includes(owned.row.status)) refuse('plan-ended');
  const purchase = await paymentGateway.readPurchase(stripeSubscriptionId);
  if (!purchase) refuse('plan-not-found'); // it was bought in another mode
  if (purchase.state === 'ended') {
    await settlePayment(needs, purchase); // its webhook event has not arrived yet
    refuse('plan-ended');
  }
  return { ...owned, stripeSubscriptionId, isPastDue: purchase.state === 'past-due', endsAt: purchase.endsAt };
}

/** The plan as it is now. Changes at Stripe are first applied to our rows. */
export async function showOwnPlan(needs: PaymentNeeds, input: PlanInput): Promise<BilledPlan> {
  const owned = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  const stripeSubscriptionId = owned?.row.stripeSubscriptionId;
  const purchase: Purchase | null = stripeSubscriptionId
    ? await needs.paymentGateway.readPurchase(stripeSubscriptionId)
    : null;
  if (purchase) await settlePayment(needs, purchase);
  const settled = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  return (settled && billedPlanOf(settled, purchase)) ?? refuse('plan-not-found');
}
