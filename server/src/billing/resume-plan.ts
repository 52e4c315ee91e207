// Takes a paused plan up again: a month begins now and is charged to its card. Of a plan that runs nothing is charged.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { refuse } from '../lib/refusal.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { type PlanInput, readHeldPlan, showOwnPlan } from './read-own-plan.ts';

export async function resumePlan(needs: PaymentNeeds, input: PlanInput): Promise<BilledPlan> {
  const { subscriptionId } = await readHeldPlan(needs, input);
  const purchase = await needs.paymentGateway.readPurchase(subscriptionId);
  if (purchase?.state === 'paused') {
    if (!purchase.card) refuse('card-needed');
    await needs.paymentGateway.resume(subscriptionId);
  }
  return showOwnPlan(needs, input);
}
