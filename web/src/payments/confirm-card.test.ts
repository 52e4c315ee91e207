import type { PaymentIntentResult, SetupIntentResult, StripeElements } from '@stripe/stripe-js';
import { describe, expect, it } from 'vitest';
import { confirmCard } from './confirm-card.ts';

const elements = {} as StripeElements;

/** A processor that gives one answer to every confirmation. */
const confirm = (answer: unknown, kind: 'payment' | 'setup' = 'payment') => {
  const stripe = {
    confirmPayment: async () => answer as PaymentIntentResult,
    confirmSetup: async () => answer as SetupIntentResult,
  };
  return confirmCard({ stripe: stripe as never, elements }, kind);
};

describe('confirming a card', () => {
  it('hands on the intent that succeeded', async () => {
    expect(await confirm({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })).toEqual({
      kind: 'confirmed',
      id: 'pi_1',
    });
    const setup = { setupIntent: { id: 'seti_1', status: 'succeeded' } };
    expect(await confirm(setup, 'setup')).toEqual({ kind: 'confirmed', id: 'seti_1' });
  });

  it("says the processor's message when the card is refused", async () => {
    const declined = { error: { message: 'Your card was declined.' } };
    expect(await confirm(declined)).toEqual({ kind: 'refused', message: 'Your card was declined.' });
  });

  it('does not count as refused what another tab has paid already', async () => {
    const answer = { error: { message: 'unexpected state', payment_intent: { id: 'pi_1', status: 'succeeded' } } };
    expect(await confirm(answer)).toEqual({ kind: 'confirmed', id: 'pi_1' });
  });

  it('never takes an unfinished intent for a success', async () => {
    expect(await confirm({ paymentIntent: { id: 'pi_1', status: 'requires_action' } })).toMatchObject({
      kind: 'refused',
    });
    expect(await confirm({})).toMatchObject({ kind: 'refused' });
  });
});
