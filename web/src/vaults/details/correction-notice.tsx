// The correction of the recipient's address that an executor asked for: until when the owner can stop it, with the button, and what became of it.
import { stopCorrectionOfVault } from '@remembrance/contract/follow-up.ts';
import { listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { longDate } from '../../lib/dates.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';

export function CorrectionNotice({ vault }: { vault: Vault }) {
  const { id, recipientName, recipientEmail, correction, isProven } = vault;
  const stop = useStop(id);
  if (!correction || isProven) return null;
  const { state, email, dueAt } = correction;
  const address = <AsWritten>{email}</AsWritten>;
  return (
    <FocusFallback shown={state} label="The correction of the address">
      {state === 'waiting' && (
        <Notice
          variant="danger"
          title={
            dueAt
              ? `We write to another address on ${longDate(dueAt)} or soon after`
              : 'An executor asks for another address'
          }
          action={
            <Button isBusy={stop.isPending} onClick={() => stop.mutateOnce()}>
              Stop the correction
            </Button>
          }
        >
          <p>
            <span>An executor says that the address of </span>
            <AsWritten>{recipientName}</AsWritten>
            <span> should be </span>
            {address}
            <span>. The links that we sent to </span>
            <AsWritten>{recipientEmail}</AsWritten>
            <span> then stop working.</span>
          </p>
          {!dueAt && <p>Nothing changes before another executor agrees.</p>}
          <p>If this is right, there is nothing to do. If you stop it, we notify your executors.</p>
        </Notice>
      )}
      {state === 'made' && (
        <Notice title="An executor corrected the address">
          <span>We have written to </span>
          {address}
          <span>. The links to the earlier address no longer work.</span>
        </Notice>
      )}
      {state === 'stopped' && (
        <Notice title="You stopped a correction of the address">
          <span>An executor had asked us to write to </span>
          {address}
          <span>.</span>
        </Notice>
      )}
    </FocusFallback>
  );
}

function useStop(id: string) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: () => call(stopCorrectionOfVault, { params: { id } }),
    onSuccess({ stopped }) {
      toast(
        stopped
          ? { title: 'Correction Stopped', description: 'We have notified your executors.' }
          : { title: 'Nothing to stop', description: 'The correction had already ended.' },
      );
      return client.invalidateQueries({ queryKey: queryKeyOf(listVaults) });
    },
    onError: (error) =>
      toastFailure(error, { title: 'Not Stopped', fallback: 'The correction could not be stopped. Please try again.' }),
  });
}
