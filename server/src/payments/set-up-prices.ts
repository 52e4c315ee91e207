// Finds or makes the monthly prices at the card processor, and remembers what they are called there. A plan paid once needs
// none: its amount goes with each payment. Safe to repeat.
import { listActivePlans } from '../plans/plan-store.ts';
import { namePrice } from './name-price.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { kindOf } from './settle-rules.ts';

/** @returns the price of each monthly plan, by the plan's name. */
export async function setUpPrices(
  needs: Pick<PaymentNeeds, 'database' | 'paymentGateway'>,
): Promise<Record<string, string>> {
  const prices: Record<string, string> = {};
  for (const plan of await listActivePlans(needs.database)) {
    if (kindOf(plan) === 'monthly') prices[plan.name] = await namePrice(needs, plan);
  }
  return prices;
}
