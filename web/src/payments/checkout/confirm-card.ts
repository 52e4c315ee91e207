// Confirms a payment or a card with Stripe, then tells the service.
import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useState } from 'react';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { confirmationOf } from './checkout-rules.ts';

/** Stripe refused the card, but another one may work. The message is for the owner. */
export class CardRefused extends Error {}

/** The bank declined it, so nothing was charged. */
export class CardDeclined extends CardRefused {}

export const afterDecline = 'Nothing was charged. Try another card, or ask your bank.';

interface Needs {
  stripe: Pick<Stripe, 'confirmPayment' | 'confirmSetup' | 'retrievePaymentIntent' | 'retrieveSetupIntent'>;
  elements: StripeElements;
}

type Result = PaymentIntentResult | SetupIntentResult;

const stillProcessing =
  'Your bank has not decided about this payment yet. We will write to you when it has. Please do not pay a second time.';
const noReason = 'The card was not accepted. Please try another card.';

/**
 * @returns the id of the confirmed intent, or undefined if a field is not filled in, which the form has already marked
 * @throws {CardRefused}
 */
export async function confirmCard({ stripe, elements }: Needs, clientSecret: string): Promise<string | undefined> {
  const isSetup = confirmationOf(clientSecret) === 'setup';
  const options = { elements, redirect: 'if_required' as const };
  const confirmed: Result = isSetup ? await stripe.confirmSetup(options) : await stripe.confirmPayment(options);
  const id = doneIdOf(confirmed);
  if (id !== undefined) return id;
  if (isProcessing(confirmed)) throw new CardRefused(stillProcessing);
  const { error } = confirmed;
  if (error?.type === 'validation_error') return undefined;
  if (!error) throw new CardRefused(noReason);
  if (isAboutTheCard(error)) throw new CardDeclined(error.message ?? noReason);

  // Another tab may have confirmed it. Stripe then returns an error; for us it is a success.
  const now: Result = await (isSetup
    ? stripe.retrieveSetupIntent(clientSecret)
    : stripe.retrievePaymentIntent(clientSecret));
  const idBefore = doneIdOf(now);
  if (idBefore === undefined) throw new CardRefused(error.message ?? noReason);
  return idBefore;
}

/** The id of an intent that needs no further action by the owner. */
function doneIdOf(result: Result): string | undefined {
  if (result.error) return undefined;
  const intent = 'paymentIntent' in result ? result.paymentIntent : 'setupIntent' in result ? result.setupIntent : null;
  return intent?.status === 'succeeded' ? intent.id : undefined;
}

const isProcessing = (result: Result): boolean =>
  'paymentIntent' in result && result.paymentIntent?.status === 'processing';

const isAboutTheCard = ({ type }: StripeError): boolean => type === 'card_error';

/**
 * Confirms the card form on the page, then tells the service. The confirmed id is remembered, so that a retry after a lost response only
 * tells the service and never charges twice.
 */
export function useConfirmedCard(
  clientSecret: string,
  tell: (intentId: string) => Promise<void>,
  onError: (error: Error) => void = () => {},
) {
  const stripe = useStripe();
  const elements = useElements();
  const [confirmedId, setConfirmedId] = useState<string>();
  const mutation = useMutationOnce({
    async mutationFn() {
      if (!stripe || !elements) throw new Error('the card form is not ready yet');
      const id = confirmedId ?? (await confirmCard({ stripe, elements }, clientSecret));
      if (id === undefined) return;
      setConfirmedId(id);
      await tell(id);
    },
    onError,
  });
  return { ...mutation, confirmedId };
}
