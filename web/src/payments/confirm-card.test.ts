import type { StripeElements } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { confirmCard } from './confirm-card.ts';

const elements = {} as StripeElements;
const payment = 'pi_1_secret_2';
const setup = 'seti_1_secret_2';

/** A processor that gives one answer to a confirmation and another to the question how things stand. */
const confirm = (
  answer: unknown,
  clientSecret = payment,
  standing: unknown = { error: { message: 'no such intent' } },
) => {
  const confirming = async () => answer;
  const retrieving = async () => standing;
  const stripe = {
    confirmPayment: confirming,
    confirmSetup: confirming,
    retrievePaymentIntent: retrieving,
    retrieveSetupIntent: retrieving,
  };
  return confirmCard({ stripe: stripe as never, elements }, clientSecret);
};

describe('confirming a card', () => {
  it('hands on the intent that succeeded', async () => {
    const paid = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
    expect(await confirm(paid)).toEqual({ kind: 'confirmed', id: 'pi_1' });
    const saved = { setupIntent: { id: 'seti_1', status: 'succeeded' } };
    expect(await confirm(saved, setup)).toEqual({ kind: 'confirmed', id: 'seti_1' });
  });

  it("says the processor's message when the card is refused", async () => {
    const declined = { error: { type: 'card_error', message: 'Your card was declined.' } };
    expect(await confirm(declined)).toEqual({ kind: 'refused', message: 'Your card was declined.' });
  });

  it('leaves a field that is not filled in to the form, which has marked it', async () => {
    const wanting = { error: { type: 'validation_error', message: 'Your card number is incomplete.' } };
    expect(await confirm(wanting)).toEqual({ kind: 'incomplete' });
  });

  it('does not count as refused what another tab has confirmed already', async () => {
    const late = { error: { type: 'invalid_request_error', message: 'unexpected state' } };
    const standing = { setupIntent: { id: 'seti_1', status: 'succeeded' } };
    expect(await confirm(late, setup, standing)).toEqual({ kind: 'confirmed', id: 'seti_1' });
    expect(await confirm(late)).toEqual({ kind: 'refused', message: 'unexpected state' });
  });

  it('never takes an unfinished intent for a success', async () => {
    const unfinished = { paymentIntent: { id: 'pi_1', status: 'requires_action' } };
    expect(await confirm(unfinished)).toMatchObject({ kind: 'refused' });
    expect(await confirm({})).toMatchObject({ kind: 'refused' });
  });
});
