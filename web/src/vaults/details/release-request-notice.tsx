// The banner on a vault's page while an executor's request for its release is open: what happens when, and one press that stops it.
import { agreementDays } from '@remembrance/contract/release-limits.ts';
import { stopReleaseOfVault } from '@remembrance/contract/release-requests.ts';
import { listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { longDate } from '../../lib/dates.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';

export function ReleaseRequestNotice({ vault }: { vault: Vault }) {
  const stop = useStop(vault.id);
  const request = vault.releaseRequest;
  if (!request) return null;
  const due = longDate(request.dueAt);
  return (
    <Notice
      variant="danger"
      title={request.state === 'waiting' ? `It will be released on ${due}` : 'An executor asks to release it'}
      action={
        <Button isBusy={stop.isPending} onClick={() => stop.mutateOnce()}>
          Stop the release
        </Button>
      }
    >
      <p>
        {request.askedBy === null ? (
          <span>You did not answer our check-in, and chose that. Since you are here, we stop it within minutes.</span>
        ) : (
          <>
            <AsWritten>{request.askedBy}</AsWritten>{' '}
            <span>
              {request.state === 'waiting'
                ? 'has asked for the release. If it is time, there is nothing to do.'
                : `has asked for the release. Another executor must agree within ${agreementDays} days, by ${due}.`}
            </span>
          </>
        )}
      </p>
      <p>If you stop it, we notify your executors. Their codes still work.</p>
    </Notice>
  );
}

function useStop(id: string) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: () => call(stopReleaseOfVault, { params: { id } }),
    onSuccess({ stopped }) {
      toast(
        stopped
          ? { title: 'Release Stopped', description: 'We have notified your executors.' }
          : { title: 'Nothing to stop', description: 'The request had already ended.' },
      );
      // The vault, its activity and the list: the request may also have ended in a release.
      return client.invalidateQueries({ queryKey: queryKeyOf(listVaults) });
    },
    onError: (error) =>
      toastFailure(error, { title: 'Not Stopped', fallback: 'The release could not be stopped. Please try again.' }),
  });
}
