// A card confirmation ends as confirmed, incomplete or refused, and never counts an unfinished intent as paid.
import type { StripeElements } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { CardRefused, confirmCard } from './confirm-card.ts';

const elements = {} as StripeElements;
const payment = 'pi_1_secret_2';
const setup = 'seti_1_secret_2';

/** A Stripe that returns one result to a confirmation and another when the intent is retrieved. */
const confirm = (
  result: unknown,
  clientSecret = payment,
  retrieved: unknown = { error: { message: 'no such intent' } },
) => {
  const confirming = async () => result;
  const retrieving = async () => retrieved;
  const stripe = {
    confirmPayment: confirming,
    confirmSetup: confirming,
    retrievePaymentIntent: retrieving,
    retrieveSetupIntent: retrieving,
  };
  return confirmCard({ stripe: stripe as never, elements }, clientSecret);
};

describe('confirming a card', () => {
  it('the confirmation returns the id of the intent that succeeded', async () => {
    const paid = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
    expect(await confirm(paid)).toBe('pi_1');
    const saved = { setupIntent: { id: 'seti_1', status: 'succeeded' } };
    expect(await confirm(saved, setup)).toBe('seti_1');
  });

  it("the confirmation shows Stripe's message when the card is refused", async () => {
    const declined = { error: { type: 'card_error', message: 'Your card was declined.' } };
    await expect(confirm(declined)).rejects.toThrow(new CardRefused('Your card was declined.'));
  });

  it('the confirmation reports an empty field as incomplete, because the form has already marked it', async () => {
    const incomplete = { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
    expect(await confirm(incomplete)).toBeUndefined();
  });

  it('the confirmation counts an intent that another tab confirmed as confirmed', async () => {
    const late = { error: { type: 'invalid_request_error', message: 'unexpected state' } };
    const succeeded = { setupIntent: { id: 'seti_1', status: 'succeeded' } };
    expect(await confirm(late, setup, succeeded)).toBe('seti_1');
    await expect(confirm(late)).rejects.toThrow(new CardRefused('unexpected state'));
  });

  it('the confirmation never counts an unfinished intent as a success', async () => {
    const unfinished = { paymentIntent: { id: 'pi_1', status: 'requires_action' } };
    await expect(confirm(unfinished)).rejects.toThrow(CardRefused);
    await expect(confirm({})).rejects.toThrow(CardRefused);
    const processing = { paymentIntent: { id: 'pi_1', status: 'processing' } };
    await expect(confirm(processing)).rejects.toThrow(/has not decided/);
  });
});
