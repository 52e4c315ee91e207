// Calls Stripe: expected failures become refusals, all others stay faults, and a repeated call is executed once.
import Stripe from 'stripe';
import { Refusal, refuse } from '../../platform/lib/refusal.ts';
import type { Attempts } from './payment-gateway.ts';

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

/**
 * Idempotency keys with a number. For a day, Stripe repeats the first answer to a key, even its own faults, and rejects the
 * key with other parameters. Such an answer advances the owner's number, so that the next try is a new call. Without an
 * answer the number stays, so that an executed call is not repeated.
 */
export type NumberedCall = <T>(userId: string, key: string, call: (idempotencyKey: string) => Promise<T>) => Promise<T>;

export function numberedCalls(attempts: Attempts): NumberedCall {
  return async (userId, key, call) => {
    for (let isRepeated = false; ; isRepeated = true) {
      const number = await attempts.of(userId);
      try {
        return await call(`${key}/${number}`);
      } catch (error) {
        if (!isSpent(error)) throw error;
        await attempts.raise(userId, number);
        if (isRepeated || !(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
      }
    }
  };
}

const isSpent = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError ||
  (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500);

/** A sentence for the operator; undefined for any other fault. */
export function explainStripe(error: unknown): string | undefined {
  const { StripeAuthenticationError, StripePermissionError, StripeConnectionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
    return 'STRIPE_SECRET_KEY is not accepted by Stripe; set the secret key of your account.';
  if (error instanceof StripeConnectionError || (error instanceof Refusal && error.code === 'service-busy'))
    return 'Stripe does not answer: can this machine reach api.stripe.com? Nothing was checked.';
  return undefined;
}

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof Stripe.errors.StripeError && error.statusCode === status;
