// One plan on the billing page: its status, what happens next, and the changes its owner can make.
import { type BilledPlan, cancelPlan } from '@remembrance/contract/billing.ts';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { priceText } from '../../lib/money.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { isMonthly } from '../../plans/offered-plan.ts';
import { usedText } from '../../plans/own-places.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/card.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Seal } from '../../ui/seal/seal.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.tsx';
import { useStripeScript } from '../checkout/use-checkout.ts';
import { badgeOf, cancelText, cardText, isRunning, nextStepText } from './billing-rules.ts';
import { CardChangeForm } from './card-change-form.tsx';
import { PausedPlanActions } from './paused-plan-actions.tsx';
import { PlanChangeDialog } from './plan-change-dialog.tsx';
import { PlanRestart } from './plan-restart.tsx';
import { useBillingChange, useRefreshBilling } from './use-billing.ts';

export function BilledPlanSection({ plan }: { plan: BilledPlan }) {
  const { label, variant } = badgeOf(plan);
  return (
    <Section title={plan.displayName} hint={`${priceText(plan.price)}${isMonthly(plan) ? ' a month' : ', paid once'}`}>
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-3">
          <Badge variant={variant}>{label}</Badge>
          <span>{usedText(plan.places)}</span>
        </p>
        <PlanVaults vaults={plan.vaults} />
        <p>{nextStepText(plan)}</p>
        {plan.card && <p className="text-muted text-sm">{cardText(plan.card)}</p>}
      </div>
      {plan.clientSecret && <WaitingForBank clientSecret={plan.clientSecret} />}
      {isRunning(plan) && <PlanActions plan={plan} />}
      {plan.state === 'paused' && <PausedPlanActions plan={plan} />}
      {plan.canRestart && <PlanRestart plan={plan} />}
    </Section>
  );
}

function PlanVaults({ vaults }: Pick<BilledPlan, 'vaults'>) {
  if (vaults.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {vaults.map(({ id, title }) => (
        <li key={id}>
          <Link to={`/vault/${id}`} className="inline-flex min-h-11 items-center gap-3 hover:underline">
            <Seal vaultId={id} size={32} />
            <AsWritten>{title}</AsWritten>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PlanActions({ plan }: { plan: BilledPlan }) {
  const [openForm, setOpenForm] = useState<'card' | 'plan' | 'cancel'>();
  const refresh = useRefreshBilling();
  const close = () => setOpenForm(undefined);
  const cancel = useBillingChange(
    (isCancelled: boolean) => call(cancelPlan, { params: { id: plan.id }, body: { isCancelled } }),
    (isCancelled) => (isCancelled ? 'Your plan is cancelled' : 'Your plan continues'),
  );
  const focusProps = {
    shown: `${openForm ?? 'nothing'} ${plan.isCancelled}`,
    label: `What to do about ${plan.displayName}`,
  };
  if (openForm === 'card') {
    const onDone = () => {
      close();
      void refresh();
      toast({ title: 'Your card was changed' });
    };
    return (
      <FocusFallback {...focusProps}>
        <CardChangeForm planId={plan.id} onDone={onDone} onCancel={close} />
      </FocusFallback>
    );
  }
  return (
    <FocusFallback {...focusProps} className="flex flex-wrap gap-3">
      <Button variant={plan.state === 'past-due' ? 'primary' : 'secondary'} onClick={() => setOpenForm('card')}>
        {plan.card ? 'Change card' : 'Add a card'}
      </Button>
      {plan.changesTo && (
        <Button variant="secondary" onClick={() => setOpenForm('plan')}>
          {`Change to ${plan.changesTo.displayName}`}
        </Button>
      )}
      {plan.isCancelled ? (
        <Button variant="secondary" isBusy={cancel.isPending} onClick={() => cancel.mutateOnce(false)}>
          Keep the plan
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => setOpenForm('cancel')}>
          Cancel plan
        </Button>
      )}
      {plan.changesTo && (
        <PlanChangeDialog plan={plan} target={plan.changesTo} isOpen={openForm === 'plan'} onClose={close} />
      )}
      <Confirmation
        isOpen={openForm === 'cancel'}
        title={`Cancel ${plan.displayName}?`}
        description={cancelText(plan)}
        no="Keep it"
        yes="Cancel plan"
        variant="danger"
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutateOnce(true, { onSettled: close })}
        onClose={close}
      />
    </FocusFallback>
  );
}

/** A payment that waits for the owner's bank: one button asks the bank, and the plan is then reloaded. */
function WaitingForBank({ clientSecret }: { clientSecret: string }) {
  const { data: stripe } = useStripeScript();
  const refresh = useRefreshBilling();
  const ask = useMutationOnce({
    async mutationFn() {
      const { error } = (await stripe?.handleNextAction({ clientSecret })) ?? {};
      await refresh();
      if (error) throw new Error(error.message);
    },
  });
  return (
    <Notice
      variant={ask.error ? 'danger' : 'info'}
      title="Your bank asks you to confirm this payment"
      isAnnounced
      action={
        <Button isBusy={ask.isPending} disabled={!stripe} onClick={() => ask.mutateOnce()}>
          Confirm with your bank
        </Button>
      }
    >
      {ask.error ? ask.error.message : 'We charge and change nothing until you do.'}
    </Notice>
  );
}
