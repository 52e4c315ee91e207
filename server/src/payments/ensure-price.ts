// The Stripe price id of a plan: stored, or else found or created at Stripe.

import { centsOf } from '../lib/money.ts';
import { type PlanRow, setPlanPrice } from '../plans/plan-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { kindOf } from './price-rules.ts';

type Needs = Pick<PaymentNeeds, 'database' | 'paymentGateway'>;

export const priceIdOf = async (needs: Needs, plan: PlanRow): Promise<string> =>
  plan.stripePriceId ?? (await ensurePrice(needs, plan));

/** Always checks with Stripe, even if an id is stored. */
export async function ensurePrice({ database, paymentGateway }: Needs, plan: PlanRow): Promise<string> {
  const { name, displayName } = plan;
  const cents = centsOf(plan.price);
  const price = await paymentGateway.ensurePrice({ name, displayName, cents, kind: kindOf(plan) });
  await setPlanPrice(database, plan, price);
  return price.priceId;
}
