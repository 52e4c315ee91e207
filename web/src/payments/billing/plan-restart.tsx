// Restarts an ended plan: shows what it costs, then the card form.
import { type BilledPlan, renewPlan } from '@remembrance/contract/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call, sentenceOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { CardForm } from '../checkout/card-form.tsx';
import { useStripeScript } from '../checkout/use-checkout.ts';
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
  const stripeScript = useStripeScript();
  const refresh = useRefreshBilling();
  const renewal = useQuery<{ clientSecret: string | null }, CallError>({
    queryKey: ['plan-restart', plan.id],
    queryFn: () => call(renewPlan, { params: { id: plan.id } }),
    gcTime: 0,
  });
  const finish = async () => {
    await refresh();
    toast({ title: 'Your plan is active again', description: 'You can change its vaults as before.' });
  };
  const error = renewal.error ?? stripeScript.error;
  const retry = () =>
    void Promise.all([renewal.error && renewal.refetch(), stripeScript.error && stripeScript.refetch()]);
  // Another tab was faster, or the webhook event arrived before this page's request.
  if (renewal.error?.code === 'plan-runs') return <Done words={renewal.error.detail} onDone={() => void refresh()} />;
  if (error) {
    const detail = sentenceOf(error, 'Please try again.');
    return <LoadFailure title="The plan could not be restarted" error={{ detail }} onRetry={retry} isAnnounced />;
  }
  if (!renewal.data) return <Skeleton className="h-40" />;
  const { clientSecret } = renewal.data;
  if (clientSecret === null)
    return (
      <Done
        words="There is nothing to pay: another plan of yours or your credit covers it."
        onDone={() => void refresh()}
      />
    );
  if (!stripeScript.data) return <Skeleton className="h-40" />;
  return (
    <CardForm
      key={clientSecret}
      stripe={stripeScript.data}
      onActivated={finish}
      onStartAgain={() => void renewal.refetch()}
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
