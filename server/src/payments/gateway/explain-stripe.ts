// Distinguishes a key that Stripe rejects from an unreachable network. Pure.
import Stripe from 'stripe';
import { Refusal } from '../../platform/lib/refusal.ts';

/** A sentence for the operator; undefined for any other fault. */
export function explainStripe(error: unknown): string | undefined {
  const { StripeAuthenticationError, StripePermissionError, StripeConnectionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
    return 'STRIPE_SECRET_KEY is not accepted by Stripe; set the secret key of your account.';
  if (error instanceof StripeConnectionError || (error instanceof Refusal && error.code === 'service-busy'))
    return 'Stripe does not answer: can this machine reach api.stripe.com? Nothing was checked.';
  return undefined;
}
