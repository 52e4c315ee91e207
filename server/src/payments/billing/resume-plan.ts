// Resumes a paused plan with a month that starts now and is charged to its card. A running plan is charged nothing.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { type PlanInput, readCurrentPlan, showOwnPlan } from './read-own-plan.ts';

export async function resumePlan(needs: PaymentNeeds, input: PlanInput): Promise<BilledPlan> {
  const { stripeSubscriptionId } = await readCurrentPlan(needs, input);
  const purchase = await needs.paymentGateway.readPurchase(stripeSubscriptionId);
  if (purchase?.state === 'paused') {
    if (!purchase.card) refuse('card-needed');
    await needs.paymentGateway.resume({ id: stripeSubscriptionId, userId: input.ownerId });
  }
  return showOwnPlan(needs, input);
}
