// The page behind "Stop this release" in the owner's email. Opening it changes nothing; one press stops it, without a session. Later it
// explains itself.
import { type StoppableRelease, showStoppableRelease, stopRelease } from '@remembrance/contract/release-requests.ts';
import { useQuery } from '@tanstack/react-query';
import { type CallError, call } from '../../lib/call.ts';
import { longDate } from '../../lib/dates.ts';
import { linkPage } from '../../lib/link-page.tsx';
import { useMutationOnce } from '../../lib/one-at-a-time.ts';
import { FormPage } from '../../people/forms/form-page.tsx';
import { AsWritten } from '../../ui/as-written.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { LoadFailure, Notice, RefusalNotice } from '../../ui/notice.tsx';

function StopReleasePage({ token }: { token: string }) {
  const { data, error, refetch } = useQuery<StoppableRelease, CallError>({
    queryKey: [showStoppableRelease.path, token],
    queryFn: () => call(showStoppableRelease, { body: { token } }),
  });
  if (error)
    return (
      <FormPage title={error.code === 'stop-link-unknown' ? 'Link not found' : 'This page could not be shown'}>
        {error.code === 'stop-link-unknown' ? (
          <RefusalNotice error={error} />
        ) : (
          <LoadFailure isAnnounced error={error} onRetry={refetch} />
        )}
      </FormPage>
    );
  if (!data)
    return (
      <FormPage title="Stop this release?">
        <div role="status">
          <span className="sr-only">Loading the release</span>
          <Skeleton className="h-40 rounded-card" />
        </div>
      </FormPage>
    );
  return <Question token={token} found={data} />;
}

function Question({ token, found }: { token: string; found: StoppableRelease }) {
  const stop = useMutationOnce<StoppableRelease, CallError>({
    mutationFn: () => call(stopRelease, { body: { token } }),
  });
  const release = stop.data ?? found;
  if (release.endedAt !== null) return ended(release);
  const due = longDate(release.dueAt);
  return (
    <FormPage
      title="Stop this release?"
      lead={
        <>
          {release.askedBy === null ? (
            <>
              You did not answer us, and you chose that your vault “<AsWritten>{release.vaultTitle}</AsWritten>” is then
              released to <AsWritten>{release.recipientName}</AsWritten>.
            </>
          ) : (
            <>
              <AsWritten>{release.askedBy}</AsWritten> has asked to release your vault “
              <AsWritten>{release.vaultTitle}</AsWritten>” to <AsWritten>{release.recipientName}</AsWritten>.
            </>
          )}{' '}
          <span>
            {release.state === 'waiting'
              ? `It is released on ${due} unless you stop it.`
              : `Nothing happens until another executor agrees. Otherwise the request ends on ${due}.`}
          </span>
        </>
      }
      otherwise="If it is time, close this page: there is nothing to do. Opening it has changed nothing."
    >
      <div className="grid gap-5">
        <RefusalNotice error={stop.error} />
        <p>If you stop it, we notify your executors. Their codes still work, and they can ask again.</p>
        <Button isWide isBusy={stop.isPending} onClick={() => stop.mutateOnce()}>
          Stop this release
        </Button>
      </div>
    </FormPage>
  );
}

const ends = {
  stopped: {
    title: 'The release is stopped',
    text: 'Nothing was released, and your recipient got no email. We have notified your executors. If somebody used a code who should not have it, sign in and send a new one.',
  },
  released: {
    title: 'It was released already',
    text: 'This link can no longer stop it. Your recipient has an email with a link to the vault. The page of your vault shows what happened.',
  },
  ended: {
    title: 'There is nothing to stop',
    text: 'This request has ended, and it released nothing.',
  },
} as const;

/** Not a component: the same page gets a new title, which then gets the focus. */
function ended({ state }: StoppableRelease) {
  const { title, text } = ends[state === 'stopped' || state === 'released' ? state : 'ended'];
  return (
    <FormPage title={title}>
      <Notice
        variant={state === 'stopped' ? 'success' : 'info'}
        isAnnounced
        action={<ButtonLink to="/">See your vaults</ButtonLink>}
      >
        {text}
      </Notice>
    </FormPage>
  );
}

export default linkPage(StopReleasePage);
