// Changes the card of a monthly plan, running or paused: the page saves the card, then we make it the default and pay the
// open invoice. If the page was closed, the webhook event does the latter.
import type { BilledPlan } from '@remembrance/contract/billing.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { type PlanInput, readCurrentPlan, showOwnPlan } from './read-own-plan.ts';

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
