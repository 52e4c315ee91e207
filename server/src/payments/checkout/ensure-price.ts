// The Stripe price of a plan. We always look it up at Stripe by plan and amount, because an id belongs to one account
// and mode, and a price may have been archived. The stored id is the last answer.

import { type PlanRow, setPlanPrice } from '../../plans/plan-store.ts';
import { centsOf } from '../../platform/lib/money.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { kindOf } from '../settlement/price-rules.ts';

export async function priceIdOf(
  { database, paymentGateway }: Pick<PaymentNeeds, 'database' | 'paymentGateway'>,
  plan: PlanRow,
  userId?: string,
): Promise<string> {
  const { name, displayName } = plan;
  const wanted = { name, displayName, cents: centsOf(plan.price), kind: kindOf(plan), ...(userId && { userId }) };
  const price = await paymentGateway.ensurePrice(wanted);
  if (price.priceId !== plan.stripePriceId) await setPlanPrice(database, plan, price);
  return price.priceId;
}
