// What an owner can do about a paused plan: resume it, with a card saved first where there is none, or change its card.
import { type BilledPlan, resumePlan } from '@remembrance/contract/billing.ts';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import { priceText } from '../lib/money.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FocusKeeper } from '../ui/focus-keeper.tsx';
import { CardChangeForm } from './card-change-form.tsx';
import { useBillingChange, useRefreshBilling } from './use-billing.ts';

export function PausedPlanActions({ plan }: { plan: BilledPlan }) {
  const [asked, setAsked] = useState<'resume' | 'card' | 'card-to-resume'>();
  const refresh = useRefreshBilling();
  const close = () => setAsked(undefined);
  const resume = useBillingChange(
    () => call(resumePlan, { params: { id: plan.id } }),
    () => 'Your plan is active again',
  );
  const keepFocus = { shown: asked ?? 'nothing', label: `What to do about ${plan.displayName}` };
  if (asked === 'card' || asked === 'card-to-resume') {
    const onDone = async () => {
      await refresh();
      setAsked(asked === 'card' ? undefined : 'resume');
    };
    return (
      <FocusKeeper {...keepFocus}>
        <CardChangeForm planId={plan.id} onDone={() => void onDone()} onCancel={close} />
      </FocusKeeper>
    );
  }
  return (
    <FocusKeeper {...keepFocus} className="flex flex-wrap gap-3">
      <Button onClick={() => setAsked(plan.card ? 'resume' : 'card-to-resume')}>Resume plan</Button>
      <Button variant="secondary" onClick={() => setAsked('card')}>
        {plan.card ? 'Change card' : 'Add a card'}
      </Button>
      <Dialog
        isOpen={asked === 'resume'}
        onClose={() => !resume.isPending && close()}
        title={`Resume ${plan.displayName}?`}
        description={`A month begins now, and ${priceText(plan.price)} is charged to your card. Its vaults can be changed again at once.`}
        actions={
          <>
            <Button variant="secondary" disabled={resume.isPending} onClick={close}>
              Leave it paused
            </Button>
            <Button isBusy={resume.isPending} onClick={() => resume.mutate(undefined, { onSettled: close })}>
              Resume plan
            </Button>
          </>
        }
      />
    </FocusKeeper>
  );
}
