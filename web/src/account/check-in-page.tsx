// The check-in: how often we ask the owner, what follows without an answer, a pause, and the yearly emails. All of it is off at first.
import { type CheckIn, chooseCheckIn, getCheckIn } from '@remembrance/contract/check-in.ts';
import type { BodySent } from '@remembrance/contract/endpoint.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CallError, call } from '../lib/call.ts';
import { dayInFull } from '../lib/dates.ts';
import { useMutationOnce } from '../lib/one-at-a-time.ts';
import { queryKeyOf, queryOf } from '../lib/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { isHalfDate } from '../ui/fields/date-time-field.tsx';
import { LoadFailure, Notice, RefusalNotice } from '../ui/notice.tsx';
import { PageShell } from '../ui/page/page-shell.tsx';
import type { Choice } from './check-in-choice.ts';
import { CheckInFields } from './check-in-fields.tsx';

export default function CheckInPage() {
  const { data, error, refetch } = useQuery(queryOf(getCheckIn));
  return (
    <PageShell
      title="Check-in"
      lead="If you have not been here for a while, we ask whether you are well. Without an answer we can ask your executors whether it is time. Nothing opens by itself, unless you choose it."
    >
      {data ? (
        <CheckInForm checkIn={data} />
      ) : error ? (
        <LoadFailure title="Your check-in could not be shown" error={error} onRetry={refetch} />
      ) : (
        <div role="status" className="grid gap-5">
          <span className="sr-only">Loading your check-in</span>
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
    </PageShell>
  );
}

const choiceOf = ({ months, pausedUntil, vaults, yearly }: CheckIn): Choice => ({
  months,
  pauseDay: pausedUntil === null ? '' : localDay(new Date(pausedUntil)),
  vaultIds: vaults.filter(({ asks }) => asks).map(({ id }) => id),
  releaseIds: vaults.filter(({ releases }) => releases).map(({ id }) => id),
  yearly,
});

const localDay = (at: Date): string =>
  [String(at.getFullYear()).padStart(4, '0'), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const dayIncomplete = 'Please complete the day: month, day and year';

function CheckInForm({ checkIn }: { checkIn: CheckIn }) {
  const client = useQueryClient();
  const [choice, setChoice] = useState(() => choiceOf(checkIn));
  const save = useMutationOnce<CheckIn, CallError, BodySent<typeof chooseCheckIn>>({
    mutationFn: (body) => call(chooseCheckIn, { body }),
    onSuccess(saved) {
      setChoice(choiceOf(saved));
      client.setQueryData(queryKeyOf(getCheckIn), saved);
      // The list shows which vaults a silence releases.
      void client.invalidateQueries({ queryKey: queryKeyOf(listVaults) });
    },
  });
  const [pauseError, setPauseError] = useState<string>();
  const change = (changes: Partial<Choice>) => {
    save.reset();
    setPauseError(undefined);
    setChoice({ ...choice, ...changes });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The browser reports half a date as none.
    if (isHalfDate(event.currentTarget.elements.namedItem('pauseDay'))) return setPauseError(dayIncomplete);
    const { months, pauseDay, vaultIds, releaseIds, yearly } = choice;
    // An unchanged day keeps its time, so that saving something else changes no pause.
    const isSameDay = pauseDay === choiceOf(checkIn).pauseDay;
    const newPause = pauseDay === '' ? null : new Date(`${pauseDay}T00:00`).toISOString();
    return save.mutateOnce({
      months,
      vaultIds,
      releaseIds,
      yearly,
      pausedUntil: isSameDay ? checkIn.pausedUntil : newPause,
    });
  };
  return (
    <form noValidate method="post" onSubmit={submit}>
      <Status checkIn={checkIn} />
      <CheckInFields choice={choice} vaults={checkIn.vaults} pauseError={pauseError} onChange={change} />
      <div className="grid gap-5 border-line border-t py-7">
        <RefusalNotice error={save.error} />
        {save.isSuccess && (
          <Notice variant="success" isAnnounced>
            Your choice is saved.
          </Notice>
        )}
        <Button type="submit" className="justify-self-start" isBusy={save.isPending}>
          Save the check-in
        </Button>
      </div>
    </form>
  );
}

function Status({ checkIn }: { checkIn: CheckIn }) {
  const text = statusText(checkIn);
  return text === '' ? null : (
    <div className="pb-7">
      <Notice>{text}</Notice>
    </div>
  );
}

function statusText({ months, nextAt, pausedUntil, openSince, silentAt }: CheckIn): string {
  if (months === null) return 'The check-in is off. We ask nobody.';
  if (openSince)
    return `We have been asking you since ${dayInFull(openSince)}. Since you are here, that is over within minutes.`;
  const asked = silentAt
    ? `We asked your executors on ${dayInFull(silentAt)}. Since you are here, we notify them within minutes. `
    : '';
  if (pausedUntil) return `${asked}You are not asked before ${dayInFull(pausedUntil)}.`;
  return nextAt ? `${asked}We ask on ${dayInFull(nextAt)} at the earliest, and later if you are here before.` : asked;
}
