// A plan's payment that waits for the owner's bank: one button asks the bank, and the plan is then reloaded.
import { useMutation } from '@tanstack/react-query';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRefreshBilling } from '../billing/use-billing.ts';
import { useStripeScript } from './use-checkout.ts';

export function WaitingForBank({ clientSecret }: { clientSecret: string }) {
  const { data: stripe } = useStripeScript();
  const refresh = useRefreshBilling();
  const once = useOneAtATime();
  const ask = useMutation({
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
        <Button isBusy={ask.isPending} disabled={!stripe} onClick={() => once(() => ask.mutateAsync())}>
          Confirm with your bank
        </Button>
      }
    >
      {ask.error ? ask.error.message : 'Nothing is charged and nothing changes until you have.'}
    </Notice>
  );
}
