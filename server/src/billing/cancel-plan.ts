// Ends a monthly plan with the time that is paid for, at once where a month is owed, or takes that back while it still runs.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { type PlanInput, readOwnPlan, showOwnPlan } from './read-own-plan.ts';

export async function cancelPlan(
  needs: PaymentNeeds,
  input: PlanInput & { isCancelled: boolean },
): Promise<BilledPlan> {
  const { subscriptionId, isOwed } = await readOwnPlan(needs, input);
  if (input.isCancelled && isOwed) await needs.paymentGateway.abandon({ kind: 'monthly', id: subscriptionId });
  else await needs.paymentGateway.setEnding(subscriptionId, input.isCancelled);
  return showOwnPlan(needs, input);
}
