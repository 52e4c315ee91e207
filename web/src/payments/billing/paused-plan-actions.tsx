// The actions for a paused plan: resume it, after saving a card if it has none, or change its card.
import { type BilledPlan, resumePlan } from '@remembrance/contract/billing.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { priceText } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { CardChangeForm } from './card-change-form.tsx';
import { useBillingChange, useRefreshBilling } from './use-billing.ts';

export function PausedPlanActions({ plan }: { plan: BilledPlan }) {
  const [openForm, setOpenForm] = useState<'resume' | 'card' | 'card-to-resume'>();
  const refresh = useRefreshBilling();
  const close = () => setOpenForm(undefined);
  const resume = useBillingChange(
    () => call(resumePlan, { params: { id: plan.id } }),
    () => 'Your plan is active again',
  );
  const confirm = () => resume.mutateOnce(undefined, { onSettled: close });
  const focusProps = { shown: openForm ?? 'nothing', label: `What to do about ${plan.displayName}` };
  if (openForm === 'card' || openForm === 'card-to-resume') {
    const onDone = async () => {
      await refresh();
      setOpenForm(openForm === 'card' ? undefined : 'resume');
    };
    return (
      <FocusFallback {...focusProps}>
        <CardChangeForm planId={plan.id} onDone={() => void onDone()} onCancel={close} />
      </FocusFallback>
    );
  }
  return (
    <FocusFallback {...focusProps} className="flex flex-wrap gap-3">
      <Button onClick={() => setOpenForm(plan.card ? 'resume' : 'card-to-resume')}>Resume plan</Button>
      <Button variant="secondary" onClick={() => setOpenForm('card')}>
        {plan.card ? 'Change card' : 'Add a card'}
      </Button>
      <Confirmation
        isOpen={openForm === 'resume'}
        title={`Resume ${plan.displayName}?`}
        description={`A new month starts now, and we charge ${priceText(plan.price)} to your card. You can then change its vaults again.`}
        no="Not now"
        yes="Resume plan"
        isBusy={resume.isPending}
        onConfirm={confirm}
        onClose={close}
      />
    </FocusFallback>
  );
}
