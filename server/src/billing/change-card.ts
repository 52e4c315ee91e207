// Another card for a monthly plan, paused or not: saved in the page, then put onto the plan, which pays what was owed. The event of the saved
// card does the same where the page was closed.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { refuse } from '../lib/refusal.ts';
import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { findUser } from '../users/user-store.ts';
import { type PlanInput, readHeldPlan, showOwnPlan } from './read-own-plan.ts';

export async function beginCardChange(needs: PaymentNeeds, input: PlanInput): Promise<{ clientSecret: string }> {
  const { subscriptionId } = await readHeldPlan(needs, input);
  const customerId = (await findUser(needs.database, input.ownerId))?.stripeCustomerId ?? refuse('plan-not-found');
  return needs.paymentGateway.beginCardChange({ id: subscriptionId, customerId });
}

export async function completeCardChange(
  needs: PaymentNeeds,
  input: PlanInput & { setupIntentId: string },
): Promise<BilledPlan> {
  const { subscriptionId } = await readHeldPlan(needs, input);
  if (!/^seti_\w+$/.test(input.setupIntentId)) refuse('payment-refused');
  const adopted = await needs.paymentGateway.adoptCard(input.setupIntentId, subscriptionId);
  if (!adopted) refuse('payment-incomplete');
  return showOwnPlan(needs, input);
}
