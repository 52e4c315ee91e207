// Asks Stripe what an operator would check there by hand, and creates nothing there.
import Stripe from 'stripe';
import { checkStripe } from '../../payments/gateway/check-stripe.ts';
import { explainStripe } from '../../payments/gateway/stripe-answers.ts';
import { apiVersion } from '../../payments/gateway/stripe-gateway.ts';
import { type Finding, ok, wrong } from './finding.ts';

export async function examinePayments(keys: Parameters<typeof checkStripe>[1]): Promise<Finding[]> {
  try {
    const stripe = new Stripe(keys.secretKey, { apiVersion, maxNetworkRetries: 0, timeout: 10_000 });
    const found = await checkStripe(stripe, keys);
    return found.map(({ isGood, words }) => (isGood ? ok : wrong)('payments', words));
  } catch (error) {
    return [wrong('payments', explainStripe(error) ?? (error as Error).message)];
  }
}
