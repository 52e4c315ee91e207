// Confirms a payment or a card with Stripe, and reports whether it was confirmed, incomplete or refused.
import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { confirmationOf } from './checkout-rules.ts';

export type CardOutcome =
  /** Stripe confirmed it; the service must be notified. */
  | { kind: 'confirmed'; id: string }
  /** A field is not filled in; the form has already marked it. */
  | { kind: 'incomplete' }
  /** The card was refused, but another card may work. */
  | { kind: 'refused'; message: string };

interface Needs {
  stripe: Pick<Stripe, 'confirmPayment' | 'confirmSetup' | 'retrievePaymentIntent' | 'retrieveSetupIntent'>;
  elements: StripeElements;
}

type Result = PaymentIntentResult | SetupIntentResult;

const stillProcessing =
  'Your bank has not decided about this payment yet. We write to you as soon as it has; please do not pay a second time.';
const noReason = 'The card was not accepted. Please try another one.';

export async function confirmCard({ stripe, elements }: Needs, clientSecret: string): Promise<CardOutcome> {
  const isSetup = confirmationOf(clientSecret) === 'setup';
  const options = { elements, redirect: 'if_required' as const };
  const confirmed: Result = isSetup ? await stripe.confirmSetup(options) : await stripe.confirmPayment(options);
  const id = doneIdOf(confirmed);
  if (id !== undefined) return { kind: 'confirmed', id };
  if (isProcessing(confirmed)) return { kind: 'refused', message: stillProcessing };
  const { error } = confirmed;
  if (error?.type === 'validation_error') return { kind: 'incomplete' };
  if (!error || isAboutTheCard(error)) return { kind: 'refused', message: error?.message ?? noReason };

  // Another tab may have confirmed it. Stripe then returns an error; for us it is a success.
  const now: Result = await (isSetup
    ? stripe.retrieveSetupIntent(clientSecret)
    : stripe.retrievePaymentIntent(clientSecret));
  const idBefore = doneIdOf(now);
  if (idBefore !== undefined) return { kind: 'confirmed', id: idBefore };
  return { kind: 'refused', message: error.message ?? noReason };
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

/** Stripe refused the card. Its message is for the owner. */
export class CardRefused extends Error {}

/**
 * Confirms the card form on the page.
 * @returns the id of the confirmed intent, or undefined while a field is incomplete. @throws {CardRefused}
 */
export function useCardConfirmation(clientSecret: string): () => Promise<string | undefined> {
  const stripe = useStripe();
  const elements = useElements();
  return async () => {
    if (!stripe || !elements) throw new Error('the card form is not ready yet');
    const outcome = await confirmCard({ stripe, elements }, clientSecret);
    if (outcome.kind === 'refused') throw new CardRefused(outcome.message);
    return outcome.kind === 'confirmed' ? outcome.id : undefined;
  };
}
