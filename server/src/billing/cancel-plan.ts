// Cancels a monthly plan at the end of its period, or at once if a month is unpaid. Also undoes a cancellation while the plan runs.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { type PlanInput, readOwnPlan, showOwnPlan } from './read-own-plan.ts';

export async function cancelPlan(
  needs: PaymentNeeds,
  input: PlanInput & { isCancelled: boolean },
): Promise<BilledPlan> {
  const { stripeSubscriptionId, isPastDue } = await readOwnPlan(needs, input);
  if (input.isCancelled && isPastDue)
    await needs.paymentGateway.cancelPurchase({ kind: 'monthly', id: stripeSubscriptionId });
  else await needs.paymentGateway.setCancelAtPeriodEnd(stripeSubscriptionId, input.isCancelled);
  return showOwnPlan(needs, input);
}
