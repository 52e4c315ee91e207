// Undoes the release of a vault that nobody has opened yet. A dialog explains what happens; afterwards a notice reports what has happened.
import type { ReplyOf } from '@remembrance/contract/endpoint.ts';
import { undoRelease } from '@remembrance/contract/released-vaults.ts';
import { listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { longDate } from '../../lib/dates.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { vaultQuery } from '../status/use-vault.ts';

type Undone = ReplyOf<typeof undoRelease>;

export function UndoRelease({ vault }: { vault: Vault }) {
  const [isConfirming, setConfirming] = useState(false);
  const undo = useUndo(vault.id);
  const isReleased = vault.status === 'released';
  return (
    // The dialog closes after its button has gone.
    <FocusFallback shown={`${isReleased ? 'released' : 'undone'} ${isConfirming}`} label="The release">
      {isReleased && vault.isProven === false && (
        <Button
          variant="quiet"
          size="compact"
          className="-mx-4 mt-3 text-muted text-sm sm:-mx-6"
          onClick={() => setConfirming(true)}
        >
          Undo the release
        </Button>
      )}
      {!isReleased && undo.data && <UndoneNotice undone={undo.data} hasExecutor={vault.codes.length > 0} />}
      <Confirmation
        isOpen={isConfirming}
        title="Undo the release?"
        no="Leave it released"
        yes="Undo the release"
        isBusy={undo.isPending}
        onConfirm={() => undo.mutateOnce(undefined, { onSettled: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        <Consequences vault={vault} />
      </Confirmation>
    </FocusFallback>
  );
}

const Consequences = ({ vault: { recipientName, paymentStatus, scheduledReleaseDate } }: { vault: Vault }) => (
  <div className="grid gap-3 text-muted">
    <p>
      <AsWritten className="text-ink">{recipientName}</AsWritten>
      <span> has not opened this vault yet. If you undo the release now:</span>
    </p>
    <ul className="grid list-disc gap-2 ps-5 marker:text-brass">
      <li>
        The link in our email opens nothing. If the email was sent already, we write to them that there is nothing to
        do. We do not say why.
      </li>
      <li>
        {paymentStatus === 'lapsed'
          ? 'The vault is active again.'
          : 'The vault is active again, and you can change it within your plan.'}
      </li>
      <li>
        Executors keep their codes and can release it again. We email them. If they should not, send a new code
        afterwards, or name someone else.
      </li>
      {scheduledReleaseDate && (
        <li>If its release date has come or comes within a day, the date is removed. This uses no edit.</li>
      )}
    </ul>
  </div>
);

function UndoneNotice({ undone, hasExecutor }: { undone: Undone; hasExecutor: boolean }) {
  const { removedDate, isRecipientNotified } = undone;
  const said = [
    'The recipient can no longer open this vault.',
    isRecipientNotified
      ? 'We have written to them that there is nothing for them to do.'
      : 'Our email to them was not sent yet, so they know nothing of it.',
    hasExecutor ? 'Executors keep their codes, and we have emailed them.' : '',
    removedDate ? `The release date, ${longDate(removedDate)}, was removed. This used no edit.` : '',
  ];
  return (
    <div className="mt-4">
      <Notice variant="success" title="The release was undone" isAnnounced>
        {said.filter(Boolean).join(' ')}
      </Notice>
    </div>
  );
}

function useUndo(id: string) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: vaultQuery(id).queryKey }),
      client.invalidateQueries({ queryKey: queryKeyOf(listVaults), exact: true }),
    ]);
  return useMutationOnce({
    mutationFn: () => call(undoRelease, { params: { id } }),
    onSuccess: refresh,
    onError(error) {
      toastFailure(error, { title: 'Not Undone', fallback: 'The release could not be undone. Please try again.' });
      // The recipient may have opened it since, or another tab undone the release.
      return refresh();
    },
  });
}
