// Where "This was not me" leads. Opening it changes nothing; one press signs everybody else out and puts back what was before.
import { type OwnerChange, showOwnerChange, undoOwnerChange } from '@remembrance/contract/owner-changes.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CallError, call } from '../lib/call.ts';
import { longDate } from '../lib/dates.ts';
import { useFragment } from '../lib/fragment.ts';
import { EntryShell } from '../sessions/entry-shell.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { changeInWords } from './change-words.ts';

export default function UndoChangePage() {
  const token = useFragment();
  return <UndoChange key={token} token={token} />;
}

function UndoChange({ token }: { token: string }) {
  const {
    data: change,
    error,
    refetch,
  } = useQuery<OwnerChange, CallError>({
    queryKey: [showOwnerChange.path, token],
    queryFn: () => call(showOwnerChange, { body: { token } }),
  });
  if (error) {
    const isRefused = error.code !== undefined;
    return (
      <EntryShell title="This link cannot be used">
        <Notice
          variant="danger"
          isAnnounced
          action={isRefused ? <NewPassword /> : <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.detail}
        </Notice>
      </EntryShell>
    );
  }
  if (!change) {
    return (
      <EntryShell title="Was this not you?">
        <div role="status">
          <span className="sr-only">Loading what was changed</span>
          <Skeleton className="h-40 rounded-card" />
        </div>
      </EntryShell>
    );
  }
  return <Question token={token} change={change} />;
}

function Question({ token, change }: { token: string; change: OwnerChange }) {
  const { happened, comesBack, button } = changeInWords(change);
  const undo = useMutation<{ isPutBack: boolean }, CallError, boolean>({
    mutationFn: (putBack) => call(undoOwnerChange, { body: { token, putBack } }),
  });
  if (undo.data) return <Done>{undo.data.isPutBack ? comesBack.done : ''}</Done>;
  const isBusy = undo.isPending;
  return (
    <EntryShell
      title="Was this not you?"
      lead={`On ${longDate(change.at)}, ${happened}`}
      otherwise="If it was you after all, just close this page. Nothing has been changed by opening it."
    >
      <div className="grid gap-5">
        {undo.error && <Refused error={undo.error} />}
        <p>
          Somebody else may be in your account. One press signs everybody else out
          {change.canPutBack ? `, and ${comesBack.offer}` : '.'}
        </p>
        {change.canPutBack ? (
          <>
            <Button isWide isBusy={isBusy && undo.variables === true} onClick={() => undo.mutate(true)}>
              {button}
            </Button>
            <Button
              variant="secondary"
              isWide
              isBusy={isBusy && undo.variables === false}
              onClick={() => undo.mutate(false)}
            >
              Only sign everybody else out
            </Button>
          </>
        ) : (
          <Button isWide isBusy={isBusy} onClick={() => undo.mutate(false)}>
            Sign everybody else out
          </Button>
        )}
        <p className="text-muted text-sm">This works until {longDate(change.until)}.</p>
      </div>
    </EntryShell>
  );
}

/** The sign-out comes first and holds, so a refusal of the service is about the putting back alone. */
function Refused({ error }: { error: CallError }) {
  const isAboutVault = ['vault-released', 'vault-not-found', 'executor-not-found'].includes(error.code ?? '');
  return (
    <Notice variant="danger" isAnnounced action={isAboutVault && <NewPassword />}>
      {error.detail}
      {isAboutVault && ' It could not be put back. Everybody else was signed out of your account.'}
    </Notice>
  );
}

function Done({ children }: { children: ReactNode }) {
  return (
    <EntryShell title="Everybody else is signed out">
      <Notice variant="success" isAnnounced action={<NewPassword />}>
        {children} Now choose a new password, so that nobody comes back with the old one.
      </Notice>
    </EntryShell>
  );
}

const NewPassword = () => <ButtonLink to="/forgotten-password">Choose a new password</ButtonLink>;
