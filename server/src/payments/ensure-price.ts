// What the card processor calls the price of a plan: remembered, or found or made there.
import { type PlanRow, setPlanPrice } from '../plans/plan-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { centsOf, kindOf } from './settle-rules.ts';

type Needs = Pick<PaymentNeeds, 'database' | 'paymentGateway'>;

export const priceNameOf = async (needs: Needs, plan: PlanRow): Promise<string> =>
  plan.stripePriceId ?? (await namePrice(needs, plan));

/** Asks the processor whatever is remembered. */
export async function namePrice({ database, paymentGateway }: Needs, plan: PlanRow): Promise<string> {
  const { name, displayName } = plan;
  const cents = centsOf(plan.price);
  const price = await paymentGateway.ensurePrice({ name, displayName, cents, kind: kindOf(plan) });
  await setPlanPrice(database, plan, price);
  return price.priceId;
}
