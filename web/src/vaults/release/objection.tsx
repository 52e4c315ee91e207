// An executor objects to a release, with a reason if they like, or withdraws their own request. Everybody is notified.
import { lengths } from '@remembrance/contract/limits.ts';
import { objectToRelease, type ReleaseChoice } from '@remembrance/contract/release.ts';
import { objectionDays, withdrawalPauseDays } from '@remembrance/contract/release-limits.ts';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/call.ts';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/fields/text-field.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import type { OpenedVault } from './use-release.ts';

interface ObjectionProps {
  opened: OpenedVault;
  /** Whether this executor asked for the release. */
  isMine: boolean;
  /** Whether its wait has begun. */
  isWaiting: boolean;
  onEnded: (choice: ReleaseChoice | undefined) => void;
}

export function Objection({ opened, isMine, isWaiting, onEnded }: ObjectionProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { accessCode, summary } = opened;
  const objection = useMutationOnce({
    mutationFn: () => call(objectToRelease, { params: { vaultId: summary.id }, body: { accessCode, reason } }),
    onSuccess({ release }) {
      setOpen(false);
      onEnded(release ?? undefined);
    },
    onError: (error) =>
      toastFailure(error, { title: 'Not Sent', fallback: 'This could not be sent. Please try again.' }),
  });
  const label = isMine ? 'Withdraw my request' : 'I object';
  const close = () => !objection.isPending && setOpen(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    objection.mutateOnce();
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={isMine ? 'Withdraw your request?' : 'Do you object?'}
        description={`The request ends, and nothing is released. We notify the owner and all executors, by name. ${
          isMine
            ? afterWithdrawal(isWaiting)
            : `Anyone who thinks that it is time can ask again, and you can object once in ${objectionDays} days.`
        }`}
      >
        <form noValidate method="post" onSubmit={submit} className="grid gap-6">
          <TextArea
            label="Why"
            isOptional
            rows={3}
            maxLength={lengths.objectionReason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            hint="The owner and the other executors read it."
          />
          <DialogButtons onClose={close}>
            <Button type="submit" isBusy={objection.isPending}>
              {label}
            </Button>
          </DialogButtons>
        </form>
      </Dialog>
    </>
  );
}

const afterWithdrawal = (isWaiting: boolean): string =>
  isWaiting
    ? `If there are other executors, only they can ask again for the next ${withdrawalPauseDays} days.`
    : 'Anyone who thinks that it is time can ask again.';
