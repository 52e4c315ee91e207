// Lists the owner's sessions and ends them.
import { endOtherSessions, endSession, listSessions, type Session } from '@remembrance/contract/sessions.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { longDate, shortDateTime } from '../lib/dates.ts';
import { queryOf } from '../lib/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Skeleton } from '../ui/card.tsx';
import { LoadFailure } from '../ui/notice.tsx';
import { Section } from '../ui/section.tsx';
import { toast } from '../ui/toast.tsx';
import { useChange } from './use-account.ts';

/** @param hasPassword false for an owner who signs in at an OpenID provider */
export function SessionsSection({ hasPassword }: { hasPassword: boolean }) {
  const { data: sessions, error, refetch } = useQuery(queryOf(listSessions));
  const endOthers = useChange<void, unknown>(() => call(endOtherSessions), {
    title: 'No browser was signed out',
    reload: listSessions,
    onDone: () => toast({ title: 'Signed out', description: 'You are signed in only in this browser.' }),
  });
  return (
    <Section
      title="Where you are signed in"
      hint={`If you do not recognize a browser, sign it out and change your password${hasPassword ? '' : ' at the provider where you sign in'}.`}
    >
      {error ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : sessions ? (
        <ul className="rows rounded-card border border-line bg-surface">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-24 rounded-card" />
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          isBusy={endOthers.isPending}
          onClick={() => endOthers.mutateOnce()}
        >
          Sign out everywhere else
        </Button>
      )}
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { id, device, network, createdAt, lastSeenAt, isCurrent } = session;
  const end = useChange<void, unknown>(() => call(endSession, { params: { id } }), {
    title: 'The browser was not signed out',
    reload: listSessions,
  });
  return (
    <li className="flex flex-col items-start justify-between gap-x-4 gap-y-3 p-4 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-muted text-sm">
          Signed in <time title={longDate(createdAt)}>{shortDateTime(createdAt)}</time>
          <span>{`${network ? ` from ${network}` : ''}. Last seen ${shortDateTime(lastSeenAt)}.`}</span>
        </p>
      </div>
      {isCurrent ? (
        <Badge variant="success">This browser</Badge>
      ) : (
        <Button
          variant="secondary"
          size="compact"
          aria-label={`Sign out ${device}, signed in ${longDate(createdAt)}`}
          isBusy={end.isPending}
          onClick={() => end.mutateOnce()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
