// When a vault is released, on its page. Its date can be removed with one press or postponed here, which uses no edit and works after the
// last one. The reminder before a date leads here.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import type { BodySent } from '@remembrance/contract/endpoint.ts';
import { ownerChangeDays } from '@remembrance/contract/limits.ts';
import { listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { fromLocalInput, longDate } from '../../lib/dates.ts';
import { useSearch } from '../../lib/location.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { DateTimeField, dateIncomplete } from '../../ui/fields/date-time-field.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { hasNoReleaseWay } from '../status/release-ways.ts';
import { vaultQuery } from '../status/use-vault.ts';

export function ReleaseDate({ vault }: { vault: Vault }) {
  const { status, releasedAt, scheduledReleaseDate } = vault;
  if (status === 'released') return <p>{`Released on: ${releasedAt ? longDate(releasedAt) : 'N/A'}`}</p>;
  return (
    <FocusFallback shown={scheduledReleaseDate ?? 'no date'} label="When it is released">
      <Place>
        {scheduledReleaseDate ? (
          <SetDate vault={vault} date={scheduledReleaseDate} />
        ) : (
          <p className="text-muted">
            {hasNoReleaseWay(vault)
              ? 'No date is set, and the vault has no executor. Please add an executor or a date. Without either, nobody can release it.'
              : vault.codes.length === 0
                ? 'No date is set. It is released if you do not answer our check-in.'
                : `No date is set. ${vault.codes.length === 1 ? 'Your executor releases' : 'Your executors release'} the vault.`}
          </p>
        )}
      </Place>
    </FocusFallback>
  );
}

/** Scrolled to from the reminder. It is named in the query, which a sign-in on the way here keeps. */
function Place({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isAsked = useSearch().get('place') === 'release-date';
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: 'center' });
  }, [isAsked]);
  return <div ref={place}>{children}</div>;
}

function SetDate({ vault, date }: { vault: Vault; date: string }) {
  const [isPostponing, setPostponing] = useState(false);
  const withdrawal = useWithdrawal(vault.id);
  const hasExecutor = vault.codes.length > 0;
  return (
    <>
      <p>{`Scheduled release: ${longDate(date)}`}</p>
      {vault.paymentStatus !== 'unpaid' && (
        <>
          <div className="mt-4 flex flex-wrap gap-3">
            {hasExecutor && (
              <Button
                variant="secondary"
                size="compact"
                isBusy={withdrawal.isPending && !isPostponing}
                onClick={() => withdrawal.mutateOnce({ removesReleaseDate: true })}
              >
                Remove the date
              </Button>
            )}
            <Button variant="secondary" size="compact" onClick={() => setPostponing(true)}>
              Choose a later date
            </Button>
          </div>
          <p className="mt-3 text-muted text-sm">
            {hasExecutor
              ? 'Neither uses an edit of your plan. We email your executor about it.'
              : 'A later date uses no edit of your plan. To remove the date, add an executor first.'}
          </p>
          <Dialog
            isOpen={isPostponing}
            onClose={() => setPostponing(false)}
            title="Choose a later date"
            description={`The vault is released on ${longDate(date)}. An earlier date is an edit: please choose it under Edit Vault.`}
          >
            <LaterDate
              before={date}
              isBusy={withdrawal.isPending}
              onClose={() => setPostponing(false)}
              onChosen={(scheduledReleaseDate) =>
                withdrawal.mutateOnce({ scheduledReleaseDate }, { onSuccess: () => setPostponing(false) })
              }
            />
          </Dialog>
        </>
      )}
    </>
  );
}

interface LaterDateProps {
  before: string;
  isBusy: boolean;
  onClose: () => void;
  onChosen: (date: string) => void;
}

function LaterDate({ before, isBusy, onClose, onChosen }: LaterDateProps) {
  const [local, setLocal] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = fromLocalInput(local);
    if (local === '') return setError(dateIncomplete);
    if (Date.parse(chosen) <= Date.parse(before)) return setError(`Please choose a date after ${longDate(before)}`);
    return onChosen(chosen);
  };
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-6">
      <DateTimeField
        label="New release date"
        value={local}
        error={error}
        hint="In your local time."
        onChange={({ target }) => {
          setLocal(target.value);
          setError(undefined);
        }}
      />
      <DialogButtons onClose={onClose}>
        <Button type="submit" isBusy={isBusy}>
          Save the date
        </Button>
      </DialogButtons>
    </form>
  );
}

function useWithdrawal(id: string) {
  const client = useQueryClient();
  return useMutationOnce({
    mutationFn: (body: BodySent<typeof editVault>) => call(editVault, { params: { id }, body }),
    onSuccess(vault, { removesReleaseDate }) {
      client.setQueryData(vaultQuery(id).queryKey, vault);
      toast({ title: removesReleaseDate ? 'Date Removed' : 'Date Postponed', description: wayBackText });
      return client.invalidateQueries({ queryKey: queryKeyOf(listVaults), exact: true });
    },
    onError(error) {
      toastFailure(error, { title: 'Not Changed', fallback: 'The date could not be changed. Please try again.' });
    },
  });
}

const wayBackText = `You can restore it for ${ownerChangeDays} days with the link in the email we sent you.`;
