// A monthly plan of the owner, as our rows and as the card processor hold it, before anything is done with it.
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
  /** Our row's id. */
  id: string;
}

export interface OwnPlan extends OwnedPurchase {
  subscriptionId: string;
  /** The last month was not paid. */
  isOwed: boolean;
}

/** A plan that runs. Refuses what is not this owner's, was paid once, has ended or is paused. */
export async function readOwnPlan(needs: PaymentNeeds, input: PlanInput): Promise<OwnPlan> {
  const held = await readHeldPlan(needs, input);
  if (held.row.status === 'paused') refuse('plan-paused');
  return held;
}

/** A plan that runs or is paused. */
export async function readHeldPlan(needs: PaymentNeeds, { ownerId, id }: PlanInput): Promise<OwnPlan> {
  const { database, paymentGateway } = needs;
  const owned = isId(id) ? await findOwnedPurchase(database, ownerId, id) : null;
  const owner = owned && (await findUser(database, ownerId));
  const subscriptionId = owned?.row.stripeSubscriptionId;
  if (!owned || !subscriptionId || !owner || owner.deletedAt) refuse('plan-not-found');
  if (!['trialing', 'active', 'past_due', 'paused'].includes(owned.row.status)) refuse('plan-ended');
  const purchase = await paymentGateway.readPurchase(subscriptionId);
  if (purchase?.state === 'ended') {
    await settlePayment(needs, purchase); // nobody has heard of it yet
    refuse('plan-ended');
  }
  return { ...owned, subscriptionId, isOwed: purchase?.state === 'past-due' };
}

/** The plan as it is now, with what changed at the card processor carried into our rows first. */
export async function showOwnPlan(needs: PaymentNeeds, input: PlanInput): Promise<BilledPlan> {
  const owned = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  const subscriptionId = owned?.row.stripeSubscriptionId;
  const purchase: Purchase | null = subscriptionId ? await needs.paymentGateway.readPurchase(subscriptionId) : null;
  if (purchase) await settlePayment(needs, purchase);
  const settled = await findOwnedPurchase(needs.database, input.ownerId, input.id);
  return (settled && billedPlanOf(settled, purchase)) ?? refuse('plan-not-found');
}
