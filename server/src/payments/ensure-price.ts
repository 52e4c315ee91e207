// What the card processor calls the price of a plan: remembered, or found or made there.

import { centsOf } from '../lib/money.ts';
import { type PlanRow, setPlanPrice } from '../plans/plan-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { kindOf } from './price-rules.ts';

type Needs = Pick<PaymentNeeds, 'database' | 'paymentGateway'>;

export const priceNameOf = async (needs: Needs, plan: PlanRow): Promise<string> =>
  plan.stripePriceId ?? (await ensurePrice(needs, plan));

/** Asks the processor whatever is remembered. */
export async function ensurePrice({ database, paymentGateway }: Needs, plan: PlanRow): Promise<string> {
  const { name, displayName } = plan;
  const cents = centsOf(plan.price);
  const price = await paymentGateway.ensurePrice({ name, displayName, cents, kind: kindOf(plan) });
  await setPlanPrice(database, plan, price);
  return price.priceId;
}
