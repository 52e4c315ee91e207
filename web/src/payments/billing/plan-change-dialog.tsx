// Changes from one monthly plan to the other. The owner sees the price first, and we charge exactly that.
import { type BilledPlan, changePlan, previewPlanChange } from '@remembrance/contract/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { type CallError, call } from '../../lib/call.ts';
import { priceText } from '../../lib/money.ts';
import { Skeleton } from '../../ui/card.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { RefusalNotice } from '../../ui/notice.tsx';
import { useBillingChange } from './use-billing.ts';

interface PlanChangeDialogProps {
  plan: BilledPlan;
  target: NonNullable<BilledPlan['changesTo']>;
  isOpen: boolean;
  onClose: () => void;
}

export function PlanChangeDialog({ plan, target, isOpen, onClose }: PlanChangeDialogProps) {
  const params = { id: plan.id };
  const preview = useQuery<Awaited<ReturnType<typeof askPreview>>, CallError>({
    queryKey: ['plan-change', plan.id, target.name],
    queryFn: () => askPreview(plan.id, target.name),
    enabled: isOpen,
    gcTime: 0,
    staleTime: 0,
  });
  const change = useBillingChange(
    (at: string) => call(changePlan, { params, body: { plan: target.name, at } }),
    () => `Your plan is now ${target.displayName}`,
  );
  const { data, error } = preview;
  return (
    <Confirmation
      isOpen={isOpen}
      title={`Change to ${target.displayName}?`}
      description={`${target.displayName} costs ${priceText(target.price)} a month.`}
      no={`Keep ${plan.displayName}`}
      yes="Change plan"
      isBusy={change.isPending}
      isDisabled={!data}
      onConfirm={() => data && change.mutateOnce(data.at, { onSettled: onClose })}
      onClose={onClose}
    >
      {error ? <RefusalNotice error={error} /> : data ? <p>{dueText(data)}</p> : <Skeleton className="h-6" />}
    </Confirmation>
  );
}

const askPreview = (id: string, plan: NonNullable<BilledPlan['changesTo']>['name']) =>
  call(previewPlanChange, { params: { id }, query: { plan } });

function dueText({ dueNow, credit }: { dueNow: string; credit: string }): string {
  if (dueNow !== '0.00') return `We charge ${priceText(dueNow)} to your card now, for the rest of this month.`;
  if (credit !== '0.00') return `We charge nothing now. ${priceText(credit)} counts towards your next payments.`;
  return 'We charge nothing now.';
}
