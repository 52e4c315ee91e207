// How the card processor's answers are taken: an expected no becomes a refusal, anything else stays a fault.
import Stripe from 'stripe';
import { refuse } from '../lib/refusal.ts';

// A processor that can't be reached, or is busy with the same request, is an expected no; anything else is a fault.
export async function asked<T>(answer: Promise<T>): Promise<T> {
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

/** Null where the processor answers with this code. */
export async function unless<T>(code: string, answer: Promise<T>): Promise<T | null> {
  try {
    return await asked(answer);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === code) return null;
    throw error;
  }
}

/** The id of an object that Stripe answers whole or by its id alone. */
export const stripeIdOf = (object: string | { id: string }): string =>
  typeof object === 'string' ? object : object.id;
