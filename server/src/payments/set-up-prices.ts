// Finds or makes the product and the price of each plan at the card processor, and remembers what they are called there. What
// is charged once is still the amount of the plan's row; its price stands there for the processor's own reports. Safe to repeat.
import { listActivePlans } from '../plans/plan-store.ts';
import { ensurePrice } from './ensure-price.ts';
import type { PaymentNeeds } from './payment-needs.ts';

/** @returns the price of each plan, by the plan's name. */
export async function setUpPrices(
  needs: Pick<PaymentNeeds, 'database' | 'paymentGateway'>,
): Promise<Record<string, string>> {
  const prices: Record<string, string> = {};
  for (const plan of await listActivePlans(needs.database)) prices[plan.name] = await ensurePrice(needs, plan);
  return prices;
}
