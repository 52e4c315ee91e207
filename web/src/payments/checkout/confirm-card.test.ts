// A card confirmation ends as confirmed, incomplete or refused, and never counts an unfinished intent as paid.
import type { StripeElements } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { confirmCard } from './confirm-card.ts';

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
    expect(await confirm(paid)).toEqual({ kind: 'confirmed', id: 'pi_1' });
    const saved = { setupIntent: { id: 'seti_1', status: 'succeeded' } };
    expect(await confirm(saved, setup)).toEqual({ kind: 'confirmed', id: 'seti_1' });
  });

  it("the confirmation shows Stripe's message when the card is refused", async () => {
    const declined = { error: { type: 'card_error', message: 'Your card was declined.' } };
    expect(await confirm(declined)).toEqual({ kind: 'refused', message: 'Your card was declined.' });
  });

  it('the confirmation reports an empty field as incomplete, because the form has already marked it', async () => {
    const incomplete = { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
    expect(await confirm(incomplete)).toEqual({ kind: 'incomplete' });
  });

  it('the confirmation counts an intent that another tab confirmed as confirmed', async () => {
    const late = { error: { type: 'invalid_request_error', message: 'unexpected state' } };
    const succeeded = { setupIntent: { id: 'seti_1', status: 'succeeded' } };
    expect(await confirm(late, setup, succeeded)).toEqual({ kind: 'confirmed', id: 'seti_1' });
    expect(await confirm(late)).toEqual({ kind: 'refused', message: 'unexpected state' });
  });

  it('the confirmation never counts an unfinished intent as a success', async () => {
    const unfinished = { paymentIntent: { id: 'pi_1', status: 'requires_action' } };
    expect(await confirm(unfinished)).toMatchObject({ kind: 'refused' });
    expect(await confirm({})).toMatchObject({ kind: 'refused' });
    const processing = { paymentIntent: { id: 'pi_1', status: 'processing' } };
    expect(await confirm(processing)).toEqual({ kind: 'refused', message: expect.stringMatching(/has not decided/) });
  });
});
