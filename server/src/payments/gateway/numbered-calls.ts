// Idempotency keys with a number. Stripe repeats the first answer to a key for a day, its own faults too, and
// refuses the key with other parameters. Such an answer ends the owner's number, so that the next try is a call of its own.
// Without an answer the number stays: a call that was carried out is not made twice.
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
