// Restarts a plan that ended: what it costs is said first, then the card form takes the payment.
import { type BilledPlan, renewPlan } from '@remembrance/contract/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call, sentenceOf } from '../lib/call.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { FocusKeeper } from '../ui/focus-keeper.tsx';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.tsx';
import { restartHint, restartWords } from './billing-rules.ts';
import { CardForm } from './card-form.tsx';
import { useRefreshBilling } from './use-billing.ts';
import { useCardProcessor } from './use-checkout.ts';

export function PlanRestart({ plan }: { plan: BilledPlan }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <FocusKeeper
      shown={isAsked ? 'form' : 'button'}
      label={`Restart ${plan.displayName}`}
      className="grid max-w-xl gap-5 justify-items-start"
    >
      {isAsked ? (
        <>
          <p>{restartHint(plan)}</p>
          <div className="w-full">
            <RestartPayment plan={plan} />
          </div>
          <Button variant="secondary" onClick={() => setAsked(false)}>
            Not now
          </Button>
        </>
      ) : (
        <Button onClick={() => setAsked(true)}>{restartWords(plan)}</Button>
      )}
    </FocusKeeper>
  );
}

function RestartPayment({ plan }: { plan: BilledPlan }) {
  const processor = useCardProcessor();
  const refresh = useRefreshBilling();
  const begun = useQuery<{ clientSecret: string | null }, CallError>({
    queryKey: ['plan-restart', plan.id],
    queryFn: () => call(renewPlan, { params: { id: plan.id } }),
    gcTime: 0,
  });
  const finish = async () => {
    await refresh();
    toast({ title: 'Your plan is active again', description: 'You can change its vaults as before.' });
  };
  const error = begun.error ?? processor.error;
  const retry = () => void Promise.all([begun.error && begun.refetch(), processor.error && processor.refetch()]);
  // Another tab was faster, or the webhook arrived before this page's report.
  if (begun.error?.code === 'plan-runs') return <Done words={begun.error.detail} onDone={() => void refresh()} />;
  if (error) {
    return (
      <Notice
        variant="danger"
        title="The plan could not be started again"
        action={<Button onClick={retry}>Try again</Button>}
        isAnnounced
      >
        {sentenceOf(error, 'Please try again.')}
      </Notice>
    );
  }
  if (!begun.data) return <Skeleton className="h-40" />;
  const { clientSecret } = begun.data;
  if (clientSecret === null)
    return (
      <Done words="There is nothing to pay: a free place or your credit covers it." onDone={() => void refresh()} />
    );
  if (!processor.data) return <Skeleton className="h-40" />;
  return (
    <CardForm
      key={clientSecret}
      stripe={processor.data}
      onActivated={finish}
      onStartAgain={() => void begun.refetch()}
      {...{ plan, clientSecret, hasTrial: false }}
    />
  );
}

const Done = ({ words, onDone }: { words: string; onDone: () => void }) => (
  <Notice variant="success" action={<Button onClick={onDone}>Show my plans</Button>} isAnnounced>
    {words}
  </Notice>
);
