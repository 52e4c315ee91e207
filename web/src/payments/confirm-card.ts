// Confirms a payment or a card with the processor, and tells apart what happened.
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import type { confirmationOf } from './checkout-rules.ts';

export type Confirmation = ReturnType<typeof confirmationOf>;

export type CardOutcome =
  /** The processor has it; the service is to be told. */
  | { kind: 'confirmed'; id: string }
  /** The card was refused; another may do. */
  | { kind: 'refused'; message: string };

interface Needs {
  stripe: Pick<Stripe, 'confirmPayment' | 'confirmSetup'>;
  elements: StripeElements;
}

const noReason = 'The card was not accepted. Please try another one.';

export async function confirmCard({ stripe, elements }: Needs, confirmation: Confirmation): Promise<CardOutcome> {
  const options = { elements, redirect: 'if_required' as const };
  return confirmation === 'setup'
    ? outcomeOf(await stripe.confirmSetup(options), 'setup_intent')
    : outcomeOf(await stripe.confirmPayment(options), 'payment_intent');
}

function outcomeOf(
  result: PaymentIntentResult | SetupIntentResult,
  kind: 'payment_intent' | 'setup_intent',
): CardOutcome {
  if (result.error) return outcomeOfError(result.error, kind);
  const intent =
    'paymentIntent' in result ? result.paymentIntent : 'setupIntent' in result ? result.setupIntent : undefined;
  const isDone = intent?.status === 'succeeded' || intent?.status === 'processing';
  return intent && isDone ? { kind: 'confirmed', id: intent.id } : { kind: 'refused', message: noReason };
}

/** Confirming what another tab has confirmed is an error to the processor, and a success to us. */
function outcomeOfError(error: StripeError, kind: 'payment_intent' | 'setup_intent'): CardOutcome {
  const intent = error[kind];
  if (intent?.status === 'succeeded') return { kind: 'confirmed', id: intent.id };
  return { kind: 'refused', message: error.message ?? noReason };
}
