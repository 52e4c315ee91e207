// Reads an owner's monthly plan from our rows and from Stripe before an operation on it.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import { isId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { findOwnedPurchase, type OwnedPurchase } from '../purchases/purchase-store.ts';
import { findUser } from '../users/user-store.ts';
import { billedPlanOf } from './billing-rules.ts';

export interface PlanInput {
  ownerId: string;
  /** The id of our row. */
  id: string;
}

export interface OwnPlan extends OwnedPurchase {
  subscriptionId: string;
  /** The last month is unpaid. */
  isPastDue: boolean;
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
  const owned = isId(id) ? await findOwnedPurchase(database, ownerId, id) : null;
  const owner = owned && (await findUser(database, ownerId));
  const subscriptionId = owned?.row.stripeSubscriptionId;
  if (!owned || !subscriptionId || !owner || owner.deletedAt) refuse('plan-not-found');
  if (!['trialing', 'active', 'past_due', 'paused'].includes(owned.row.status)) refuse('plan-ended');
  const purchase = await paymentGateway.readPurchase(subscriptionId);
  if (purchase?.state === 'ended') {
    await settlePayment(needs, purchase); // its webhook event has not arrived yet
    refuse('plan-ended');
  }
  return { ...owned, subscriptionId, isPastDue: purchase?.state === 'past-due' };
}

/** The plan as it is now. Changes at Stripe are first applied to our rows. */
export async function showOwnPlan(needs: PaymentNeeds, input: PlanInput): Promise<BilledPlan> {
  const owned = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  const subscriptionId = owned?.row.stripeSubscriptionId;
  const purchase: Purchase | null = subscriptionId ? await needs.paymentGateway.readPurchase(subscriptionId) : null;
  if (purchase) await settlePayment(needs, purchase);
  const settled = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  return (settled && billedPlanOf(settled, purchase)) ?? refuse('plan-not-found');
}
