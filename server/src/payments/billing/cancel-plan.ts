// Cancels a monthly plan at the end of its period, or immediately if a month is unpaid, and notifies the owner. Also undoes a
// cancellation while the plan runs.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { reportChange } from '../../people/owner-changes/report-change.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { type PlanInput, readOwnPlan, showOwnPlan } from './read-own-plan.ts';

export async function cancelPlan(
  needs: PaymentNeeds,
  input: PlanInput & { isCancelled: boolean },
): Promise<BilledPlan> {
  const { stripeSubscriptionId, isPastDue, endsAt } = await readOwnPlan(needs, input);
  if (input.isCancelled && isPastDue)
    await needs.paymentGateway.cancelPurchase({ kind: 'monthly', id: stripeSubscriptionId });
  else await needs.paymentGateway.setCancelAtPeriodEnd(stripeSubscriptionId, input.isCancelled);
  const plan = await showOwnPlan(needs, input);
  if (input.isCancelled && !endsAt) await reportCancelled(needs, input.ownerId, plan);
  return plan;
}

const reportCancelled = (needs: PaymentNeeds, userId: string, { displayName, endsAt }: BilledPlan) =>
  needs.database.transaction((tx) =>
    reportChange(needs, tx, { userId, kind: 'plan-cancelled', before: displayName, after: endsAt ?? undefined }),
  );
