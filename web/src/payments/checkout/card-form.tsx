// The card form. The card number is entered in Stripe's own fields and never reaches our page.
import { completePayment } from '@remembrance/contract/payments.ts';
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import { PaymentElement } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { CallError, call, isUnauthorized, sentenceOf } from '../../lib/call.ts';
import { priceText } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { CardElements } from './card-elements.tsx';
import { type CheckoutPlan, confirmationOf } from './checkout-rules.ts';
import { afterDecline, CardDeclined, CardRefused, useConfirmedCard } from './confirm-card.ts';

interface CardFormProps {
  plan: Pick<CheckoutPlan, 'price'>;
  clientSecret: string;
  hasTrial: boolean;
  onActivated: (status: PaymentStatus) => Promise<void>;
  /** Starts a new payment after one that was refunded. */
  onStartAgain: () => void;
}

export function CardForm({ stripe, ...props }: CardFormProps & { stripe: Stripe }) {
  return (
    <CardElements stripe={stripe} clientSecret={props.clientSecret}>
      <CardFields {...props} />
    </CardElements>
  );
}

function CardFields({ plan, clientSecret, hasTrial, onActivated, onStartAgain }: CardFormProps) {
  const [isReady, setReady] = useState(false);
  const { pay, isBusy, step, failure } = useCardPayment(clientSecret, onActivated);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step === 'refunded') onStartAgain();
    else pay();
  };
  const buttonLabels: Record<PayStep, string> = {
    card: hasTrial ? 'Start the free month' : `Pay ${priceText(plan.price)}`,
    unconfirmed: 'Try again',
    refunded: 'Start again',
  };
  return (
    <form method="post" noValidate aria-label="Card payment" onSubmit={submit} className="grid gap-6">
      {!isReady && <Skeleton className="h-40" />}
      <div hidden={step !== 'card'}>
        <PaymentElement onReady={() => setReady(true)} />
      </div>
      {failure && !isBusy && (
        <Notice variant="danger" title={failure.title}>
          <p>{failure.description}</p>
          {failure.isDeclined && <p className="mt-1">{afterDecline}</p>}
          {step === 'unconfirmed' && (
            <p className="mt-1">
              Your payment went through, and we will not charge you twice. It takes effect in a moment, or you can try
              again now.
            </p>
          )}
        </Notice>
      )}
      <Button type="submit" isWide isBusy={isBusy} disabled={!isReady}>
        {buttonLabels[step]}
      </Button>
    </form>
  );
}

type PayStep =
  /** The form waits for card details. */
  | 'card'
  /** Stripe confirmed the payment, and the service has not confirmed it yet. */
  | 'unconfirmed'
  /** The service could not accept the payment and refunds it. */
  | 'refunded';

function useCardPayment(clientSecret: string, onActivated: (status: PaymentStatus) => Promise<void>) {
  const confirmation = confirmationOf(clientSecret);
  const tell = async (id: string) => {
    const body = confirmation === 'setup' ? { setupIntentId: id } : { paymentIntentId: id };
    const { paymentStatus } = await call(completePayment, { body });
    await onActivated(paymentStatus);
  };
  const { mutateOnce, isPending, error, confirmedId } = useConfirmedCard(clientSecret, tell, (failure) => {
    if (isUnauthorized(failure)) return;
    toast({ ...failureText(failure, confirmation), variant: 'destructive', isSaidInPage: true });
  });
  return {
    pay: () => mutateOnce(),
    isBusy: isPending,
    step: confirmedId && error ? stepAfter(error) : 'card',
    failure: error ? { ...failureText(error, confirmation), isDeclined: error instanceof CardDeclined } : undefined,
  } as const;
}

const stepAfter = (error: unknown): PayStep =>
  error instanceof CallError && error.code === 'payment-refused' ? 'refunded' : 'unconfirmed';

function failureText(
  error: unknown,
  confirmation: ReturnType<typeof confirmationOf>,
): { title: string; description: string } {
  if (error instanceof CardRefused) {
    return { title: confirmation === 'setup' ? 'Setup Failed' : 'Payment Failed', description: error.message };
  }
  return { title: 'Payment Error', description: sentenceOf(error, 'Something went wrong') };
}
