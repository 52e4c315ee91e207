// Pays with a filled-in card form: confirms with Stripe, then notifies the service. The confirmed id is remembered, so that
// a retry after a lost response notifies the service again and never charges twice.
import { completePayment } from '@remembrance/contract/payments.ts';
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call, isUnauthorized, sentenceOf } from '../../lib/call.ts';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { toast } from '../../ui/toast.tsx';
import { confirmationOf } from './checkout-rules.ts';
import { CardRefused, useCardConfirmation } from './confirm-card.ts';

export type PayStep =
  /** The form waits for card details. */
  | 'card'
  /** Stripe confirmed the payment, and the service has not confirmed it yet. */
  | 'unconfirmed'
  /** The service could not accept the payment and refunds it. */
  | 'refunded';

export function useCardPayment(clientSecret: string, onActivated: (status: PaymentStatus) => Promise<void>) {
  const confirmation = confirmationOf(clientSecret);
  const confirm = useCardConfirmation(clientSecret);
  const [confirmedId, setConfirmedId] = useState<string>();
  const once = useOneAtATime();

  const mutation = useMutation({
    async mutationFn() {
      const id = confirmedId ?? (await confirm());
      if (id === undefined) return;
      setConfirmedId(id);
      const body = confirmation === 'setup' ? { setupIntentId: id } : { paymentIntentId: id };
      const { paymentStatus } = await call(completePayment, { body });
      await onActivated(paymentStatus);
    },
    onError: (error) =>
      !isUnauthorized(error) &&
      toast({ ...failureText(error, confirmation), variant: 'destructive', isSaidInPage: true }),
  });

  const { error } = mutation;
  return {
    pay: () => once(() => mutation.mutateAsync()),
    isBusy: mutation.isPending,
    step: confirmedId && error ? stepAfter(error) : 'card',
    failure: error ? failureText(error, confirmation) : undefined,
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
