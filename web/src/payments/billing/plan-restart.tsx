// Restarts an ended plan: shows what it costs, then the card form.
import { type BilledPlan, renewPlan } from '@remembrance/contract/billing.ts';
import { useState } from 'react';
import { call, sentenceOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { CardForm } from '../checkout/card-form.tsx';
import { useCardSecret } from '../checkout/use-checkout.ts';
import { restartHint, restartLabel } from './billing-rules.ts';
import { useRefreshBilling } from './use-billing.ts';

export function PlanRestart({ plan }: { plan: BilledPlan }) {
  const [isFormOpen, setFormOpen] = useState(false);
  return (
    <FocusFallback
      shown={isFormOpen ? 'form' : 'button'}
      label={`Restart ${plan.displayName}`}
      className="grid max-w-xl gap-5 justify-items-start"
    >
      {isFormOpen ? (
        <>
          <p>{restartHint(plan)}</p>
          <div className="w-full">
            <RestartPayment plan={plan} />
          </div>
          <Button variant="secondary" onClick={() => setFormOpen(false)}>
            Not now
          </Button>
        </>
      ) : (
        <Button onClick={() => setFormOpen(true)}>{restartLabel(plan)}</Button>
      )}
    </FocusFallback>
  );
}

function RestartPayment({ plan }: { plan: BilledPlan }) {
  const refresh = useRefreshBilling();
  const { asked, stripe, error, retry } = useCardSecret(['plan-restart', plan.id], () =>
    call(renewPlan, { params: { id: plan.id } }),
  );
  const finish = async () => {
    await refresh();
    toast({ title: 'Your plan is active again', description: 'You can change its vaults as before.' });
  };
  // Another tab was faster, or the webhook event arrived before this page's request.
  if (asked.error?.code === 'plan-runs') return <Done words={asked.error.detail} onDone={() => void refresh()} />;
  if (error) {
    const detail = sentenceOf(error, 'Please try again.');
    return <LoadFailure title="The plan could not be restarted" error={{ detail }} onRetry={retry} isAnnounced />;
  }
  if (!asked.data) return <Skeleton className="h-40" />;
  const { clientSecret } = asked.data;
  if (clientSecret === null)
    return (
      <Done
        words="There is nothing to pay. Another of your plans or your credit covers it."
        onDone={() => void refresh()}
      />
    );
  if (!stripe) return <Skeleton className="h-40" />;
  return (
    <CardForm
      key={clientSecret}
      stripe={stripe}
      onActivated={finish}
      onStartAgain={() => void asked.refetch()}
      plan={plan}
      clientSecret={clientSecret}
      hasTrial={false}
    />
  );
}

const Done = ({ words, onDone }: { words: string; onDone: () => void }) => (
  <Notice variant="success" action={<Button onClick={onDone}>Show my plans</Button>} isAnnounced>
    {words}
  </Notice>
);
