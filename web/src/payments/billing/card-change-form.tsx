// The card form for a running plan: Stripe saves the card, then the service sets it on the plan.
import { beginCardChange, completeCardChange } from '@remembrance/contract/billing.ts';
import { PaymentElement } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, sentenceOf } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { CardElements } from '../checkout/card-elements.tsx';
import { CardRefused, useCardConfirmation } from '../checkout/confirm-card.ts';
import { useStripeScript } from '../checkout/use-checkout.ts';

interface CardChangeProps {
  planId: string;
  onDone: () => void;
  onCancel: () => void;
}

export function CardChangeForm(props: CardChangeProps) {
  const stripeScript = useStripeScript();
  const { planId } = props;
  const cardChange = useQuery({
    queryKey: ['card-change', planId],
    queryFn: () => call(beginCardChange, { params: { id: planId } }),
    gcTime: 0,
  });
  const error = cardChange.error ?? stripeScript.error;
  const retry = () =>
    void Promise.all([cardChange.error && cardChange.refetch(), stripeScript.error && stripeScript.refetch()]);
  if (error) {
    const detail = sentenceOf(error, 'Please try again.');
    return <LoadFailure title="The card form could not be shown" error={{ detail }} onRetry={retry} />;
  }
  if (!cardChange.data || !stripeScript.data) return <Skeleton className="h-40" />;
  const { clientSecret } = cardChange.data;
  return (
    <CardElements stripe={stripeScript.data} clientSecret={clientSecret}>
      <Fields {...props} clientSecret={clientSecret} />
    </CardElements>
  );
}

function Fields({ planId, clientSecret, onDone, onCancel }: CardChangeProps & { clientSecret: string }) {
  const confirm = useCardConfirmation(clientSecret);
  const [isReady, setReady] = useState(false);
  /** The confirmed setup intent. After a lost response, a retry calls only the service. */
  const [savedId, setSavedId] = useState<string>();
  const save = useMutationOnce({
    async mutationFn() {
      const setupIntentId = savedId ?? (await confirm());
      if (setupIntentId === undefined) return;
      setSavedId(setupIntentId);
      await call(completeCardChange, { params: { id: planId }, body: { setupIntentId } });
      onDone();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutateOnce();
  };
  const { error } = save;
  return (
    <form method="post" noValidate aria-label="New card" onSubmit={submit} className="grid gap-5">
      {!isReady && <Skeleton className="h-40" />}
      <div hidden={savedId !== undefined}>
        <PaymentElement onReady={() => setReady(true)} />
      </div>
      {error && !save.isPending && (
        <Notice variant="danger" title="The card was not changed" isAnnounced>
          {error instanceof CardRefused ? error.message : sentenceOf(error, 'Please try again.')}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={save.isPending} onClick={onCancel}>
          Keep the old card
        </Button>
        <Button type="submit" isBusy={save.isPending} disabled={!isReady}>
          {savedId === undefined ? 'Save card' : 'Try again'}
        </Button>
      </div>
    </form>
  );
}
