// The card form. The number never touches our own page: the processor's fields take it.

import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import { Elements, PaymentElement } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { priceText } from '../lib/money.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { cardAppearance } from './card-appearance.ts';
import { type CheckoutPlan, confirmationOf } from './checkout-rules.ts';
import { useCardPayment } from './use-card-payment.ts';

interface CardFormProps {
  plan: CheckoutPlan;
  clientSecret: string;
  hasTrial: boolean;
  onActivated: (status: PaymentStatus) => Promise<void>;
}

export function CardForm({ stripe, ...props }: CardFormProps & { stripe: Stripe }) {
  const [appearance] = useState(cardAppearance);
  return (
    <Elements stripe={stripe} options={{ clientSecret: props.clientSecret, appearance, locale: 'en' }}>
      <CardFields {...props} />
    </Elements>
  );
}

function CardFields({ plan, clientSecret, hasTrial, onActivated }: CardFormProps) {
  const [isReady, setReady] = useState(false);
  const { pay, isBusy, failure, isConfirmed } = useCardPayment(confirmationOf(clientSecret), onActivated);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pay();
  };
  return (
    <form method="post" noValidate aria-label="Card payment" onSubmit={submit} className="grid gap-6">
      {!isReady && <Skeleton className="h-40" />}
      <div hidden={isConfirmed}>
        <PaymentElement onReady={() => setReady(true)} />
      </div>
      {isConfirmed && !isBusy ? (
        <Notice title="Your card went through">
          Turning on the vault has not been answered yet. It happens by itself in a moment; you can also ask again. Your
          card is not charged twice.
        </Notice>
      ) : (
        failure && (
          <Notice variant="danger" title={failure.title}>
            {failure.description}
          </Notice>
        )
      )}
      <Button type="submit" isWide isBusy={isBusy} disabled={!isReady}>
        {isConfirmed ? 'Ask again' : hasTrial ? 'Start Free Trial' : `Pay ${priceText(plan.price)}`}
      </Button>
    </form>
  );
}
