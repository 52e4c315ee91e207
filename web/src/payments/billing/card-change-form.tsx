// The card form for a running plan: Stripe saves the card, then the service sets it on the plan.
import { beginCardChange, completeCardChange } from '@remembrance/contract/billing.ts';
import { PaymentElement } from '@stripe/react-stripe-js';
import { type FormEvent, useState } from 'react';
import { call, sentenceOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { CardElements } from '../checkout/card-elements.tsx';
import { afterDecline, CardDeclined, CardRefused, useConfirmedCard } from '../checkout/confirm-card.ts';
import { useCardSecret } from '../checkout/use-checkout.ts';

interface CardChangeProps {
  planId: string;
  onDone: () => void;
  onCancel: () => void;
}

export function CardChangeForm(props: CardChangeProps) {
  const { planId } = props;
  const { asked, stripe, error, retry } = useCardSecret(['card-change', planId], () =>
    call(beginCardChange, { params: { id: planId } }),
  );
  if (error) {
    const detail = sentenceOf(error, 'Please try again.');
    return <LoadFailure title="The card form could not be shown" error={{ detail }} onRetry={retry} />;
  }
  if (!asked.data || !stripe) return <Skeleton className="h-40" />;
  const { clientSecret } = asked.data;
  return (
    <CardElements stripe={stripe} clientSecret={clientSecret}>
      <Fields {...props} clientSecret={clientSecret} />
    </CardElements>
  );
}

function Fields({ planId, clientSecret, onDone, onCancel }: CardChangeProps & { clientSecret: string }) {
  const [isReady, setReady] = useState(false);
  const save = useConfirmedCard(clientSecret, async (setupIntentId) => {
    await call(completeCardChange, { params: { id: planId }, body: { setupIntentId } });
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutateOnce();
  };
  const { error, confirmedId } = save;
  return (
    <form method="post" noValidate aria-label="New card" onSubmit={submit} className="grid gap-5">
      {!isReady && <Skeleton className="h-40" />}
      <div hidden={confirmedId !== undefined}>
        <PaymentElement onReady={() => setReady(true)} />
      </div>
      {error && !save.isPending && (
        <Notice variant="danger" title="The card was not changed" isAnnounced>
          <p>{error instanceof CardRefused ? error.message : sentenceOf(error, 'Please try again.')}</p>
          {error instanceof CardDeclined && <p className="mt-1">{afterDecline}</p>}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" disabled={save.isPending} onClick={onCancel}>
          Keep the old card
        </Button>
        <Button type="submit" isBusy={save.isPending} disabled={!isReady}>
          {confirmedId === undefined ? 'Save card' : 'Try again'}
        </Button>
      </div>
    </form>
  );
}
