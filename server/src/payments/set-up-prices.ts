// Finds or creates the Stripe product and price of each plan, and stores their ids. Safe to repeat. One-time payments use
// the amount of the plan's row; their Stripe price exists only for Stripe's reports.
import { listActivePlans } from '../plans/plan-store.ts';
import { ensurePrice } from './ensure-price.ts';
import type { PaymentNeeds } from './payment-needs.ts';

/** @returns the Stripe price id of each plan, by plan name. */
export async function setUpPrices(
  needs: Pick<PaymentNeeds, 'database' | 'paymentGateway'>,
): Promise<Record<string, string>> {
  const prices: Record<string, string> = {};
  for (const plan of await listActivePlans(needs.database)) prices[plan.name] = await ensurePrice(needs, plan);
  return prices;
}
