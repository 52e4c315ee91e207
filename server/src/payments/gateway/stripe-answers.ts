// Maps Stripe's errors: expected failures become refusals, all others stay faults.
import Stripe from 'stripe';
import { refuse } from '../../platform/lib/refusal.ts';

// Stripe being unreachable, rate-limiting us, or busy with the same request is an expected failure.
export async function callStripe<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
    if (error instanceof StripeConnectionError || error instanceof StripeAPIError) refuse('service-busy');
    if (error instanceof StripeRateLimitError) refuse('service-busy');
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 409) refuse('service-busy');
    throw error;
  }
}

/** Returns null if Stripe answers with this error code. */
export async function nullOn<T>(code: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await callStripe(answer);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === code) return null;
    throw error;
  }
}

/** The id of an object that Stripe returns either expanded or as its id. */
export const stripeIdOf = (object: string | { id: string }): string =>
  typeof object === 'string' ? object : object.id;
