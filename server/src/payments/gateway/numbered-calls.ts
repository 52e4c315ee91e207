// Idempotency keys with a number. For a day, Stripe repeats the first answer to a key, even its own faults, and
// rejects the key with other parameters. Such an answer advances the owner's number, so that the next try is a new call.
// Without an answer the number stays, so that an executed call is not repeated.
import Stripe from 'stripe';
import type { Attempts } from './payment-gateway.ts';

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
