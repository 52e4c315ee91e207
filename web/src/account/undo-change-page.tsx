// The page behind "This was not me". Opening it changes nothing; one click signs everyone else out and restores the previous state.
// An owner who deleted a vault and changed their mind restores it here without signing anyone out, and so a release is undone.
import { type OwnerChange, showOwnerChange, undoOwnerChange } from '@remembrance/contract/owner-changes.ts';
import { useQuery } from '@tanstack/react-query';
import { type CallError, call } from '../lib/call.ts';
import { longDate } from '../lib/dates.ts';
import { linkPage } from '../lib/link-page.tsx';
import { useMutationOnce } from '../lib/one-at-a-time.ts';
import { FormPage } from '../people/forms/form-page.tsx';
import { ProofDialog } from '../people/proof/proof-dialog.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Skeleton } from '../ui/card.tsx';
import { LoadFailure, Notice } from '../ui/notice.tsx';
import { Agreement } from './agreement.tsx';
import { changeText, newerText } from './change-text.ts';
import { type Undo, UndoReleaseQuestion, type UndoReleaseQuestionProps } from './undo-release-question.tsx';

function UndoChangePage({ token }: { token: string }) {
  const {
    data: change,
    error,
    refetch,
  } = useQuery<OwnerChange, CallError>({
    queryKey: [showOwnerChange.path, token],
    queryFn: () => call(showOwnerChange, { body: { token } }),
  });
  if (isOfLink(error)) return <UnusableLink reason={error.detail} hasPassword={error.code !== 'release-opened'} />;
  if (error)
    return (
      <FormPage title="This page could not be shown">
        <LoadFailure isAnnounced error={error} onRetry={refetch} />
      </FormPage>
    );
  if (!change) {
    return (
      <FormPage title="Was this not you?">
        <div role="status">
          <span className="sr-only">Loading what was changed</span>
          <Skeleton className="h-40 rounded-card" />
        </div>
      </FormPage>
    );
  }
  return <Question token={token} change={change} />;
}

function Question({ token, change }: { token: string; change: OwnerChange }) {
  const { happened, offer, done } = changeText(change);
  const mind = mindText(change);
  const newer = newerText(change);
  const undo = useMutationOnce<{ isPutBack: boolean }, CallError, Undo>({
    mutationFn: (body) => call(undoOwnerChange, { body: { token, ...body } }),
  });
  if (undo.data && undo.variables.changedMind) return <UndoneByChoice title={mind.done} done={done} />;
  if (undo.data)
    return (
      <FormPage title="Everyone else is signed out">
        <Notice variant="success" isAnnounced action={change.hasPassword && <NewPassword />}>
          {`${undo.data.isPutBack ? `${done} ` : ''}Please ${change.hasPassword ? 'choose a new password' : 'change your password at the provider where you sign in'} now, so that nobody can sign in with the old one.`}
        </Notice>
      </FormPage>
    );
  // It was used in another tab, or its time ended while this page was open.
  if (isOfLink(undo.error))
    return <UnusableLink reason={undo.error.detail} hasPassword={change.hasPassword && change.kind !== 'release'} />;
  if (change.kind === 'release') return <UndoReleaseQuestion change={change} undo={undo} />;
  const isBusy = undo.isPending;
  return (
    <FormPage
      title="Was this not you?"
      lead={`On ${longDate(change.at)}, ${happened}`}
      otherwise="If it was you, just close this page. Opening it has not changed anything."
    >
      <div className="grid gap-5">
        {undo.error && (
          <Refused error={undo.error} hasSignedOut={!undo.variables?.changedMind} hasPassword={change.hasPassword} />
        )}
        {newer && (
          <Notice title="Something was changed later">
            <span>{newer}</span>
          </Notice>
        )}
        {change.contentFrom && <Agreement token={token} contentFrom={change.contentFrom} />}
        {change.canChangeMind && (
          <>
            <p>{mind.words}</p>
            <Button
              isWide
              isBusy={isBusy && undo.variables.changedMind === true}
              onClick={() => undo.mutateOnce({ putBack: true, changedMind: true })}
            >
              {mind.button}
            </Button>
          </>
        )}
        <p>{alarmText(change, offer)}</p>
        <Choices change={change} undo={undo} />
        <p className="text-muted text-sm">{`This works until ${longDate(change.until)}.`}</p>
      </div>
      <ProofDialog />
    </FormPage>
  );
}

/** For somebody who did not make the change: with or without what it restores. */
function Choices({ change, undo }: UndoReleaseQuestionProps) {
  const { button } = changeText(change);
  const { isPending: isBusy, variables } = undo;
  return change.canPutBack ? (
    <>
      <Button
        isWide
        isBusy={isBusy && variables?.putBack === true && !variables.changedMind}
        onClick={() => undo.mutateOnce({ putBack: true })}
      >
        {change.canChangeMind ? `This was not me: ${lowerFirst(button)}` : button}
      </Button>
      <Button
        variant="secondary"
        isWide
        isBusy={isBusy && variables?.putBack === false}
        onClick={() => undo.mutateOnce({ putBack: false })}
      >
        Only sign everyone else out
      </Button>
    </>
  ) : (
    <Button isWide isBusy={isBusy} onClick={() => undo.mutateOnce({ putBack: false })}>
      Sign everyone else out
    </Button>
  );
}

const UndoneByChoice = ({ title, done }: { title: string; done: string }) => (
  <FormPage title={title}>
    <Notice variant="success" isAnnounced action={<ButtonLink to="/">See your vaults</ButtonLink>}>
      {`${done} Nobody was signed out.`}
    </Notice>
  </FormPage>
);

/** For an owner who made the change: a date may have been new, so that there is none to restore. */
function mindText({ kind, isUndo }: OwnerChange): { words: string; button: string; done: string } {
  const say = (what: string) => `If it was you and you changed your mind, ${what} here. Nobody is signed out.`;
  const restore = 'I changed my mind: restore it';
  if (isUndo) return { words: say('restore what was there before'), button: restore, done: 'It is restored' };
  if (kind === 'release') return { words: say('undo it'), button: restore, done: 'The release is undone' };
  if (kind === 'vault-deletion')
    return { words: say('restore the vault'), button: restore, done: 'Your vault is restored' };
  return { words: say('undo it'), button: 'I changed my mind: undo it', done: 'The change is undone' };
}

const alarmText = ({ canChangeMind, canPutBack }: OwnerChange, offer: string): string =>
  `${canChangeMind ? 'If it was not you, someone' : 'Someone'} else may have access to your account. The button below signs everyone else out${canPutBack ? `, and ${offer}` : '.'}`;

const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const linkRefusals = ['change-undone', 'change-link-expired', 'change-link-unknown', 'release-opened', 'not-released'];

/** Whether the link itself was refused, and not the service busy or out of reach. A damaged link is invalid input. */
const isOfLink = (error: CallError | null): error is CallError =>
  error !== null && (error.status === 400 || linkRefusals.includes(error.code ?? ''));

function UnusableLink({ reason, hasPassword }: { reason: string; hasPassword: boolean }) {
  return (
    <FormPage title="This link cannot be used">
      <Notice variant="danger" isAnnounced action={hasPassword && <NewPassword />}>
        {reason}
      </Notice>
    </FormPage>
  );
}

interface RefusedProps {
  error: CallError;
  hasSignedOut: boolean;
  hasPassword: boolean;
}

/** The sign-out happens first and stays in effect, so a refusal concerns only the restoring. */
function Refused({ error, hasSignedOut, hasPassword }: RefusedProps) {
  const isAboutVault = ['vault-released', 'vault-not-found', 'vault-unreadable', 'release-date-passed'].includes(
    error.code ?? '',
  );
  return (
    <Notice variant="danger" isAnnounced action={isAboutVault && hasSignedOut && hasPassword && <NewPassword />}>
      <span>{error.detail}</span>
      {isAboutVault && <span> The change could not be undone.</span>}
      {isAboutVault && hasSignedOut && <span> Everyone else was signed out of your account.</span>}
    </Notice>
  );
}

const NewPassword = () => (
  <ButtonLink to="/forgotten-password" isReplacing>
    Choose a new password
  </ButtonLink>
);

export default linkPage(UndoChangePage);
