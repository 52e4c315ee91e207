// The recipient's page: verify the email address, answer the questions, read the vault. Opening it changes nothing.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useParams } from '../../lib/location.tsx';
import { Button } from '../../ui/button.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { LoadFailure, Notice } from '../../ui/notice.tsx';
import { OpenedPage, type OpenedPageProps } from './opened/opened-page.tsx';
import { useFreshLinks } from './opened/use-fresh-links.ts';
import { CodeStep } from './proof/code-step.tsx';
import { EmailStep } from './proof/email-step.tsx';
import { LinkTrouble } from './proof/link-trouble.tsx';
import { ProofPage, useHeadingFocus } from './proof/proof-page.tsx';
import { QuestionsStep } from './proof/questions-step.tsx';
import { isInTheWay, useAccess, useStartAgain } from './proof/use-access.ts';
import { LockedNotice, PausedNotice, useIsBefore } from './proof/waiting-notices.tsx';
import { ReturnPage, useOpenedHint } from './return-page.tsx';

export default function VaultAccessPage() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useAccess(token);
  const opened = useOpenedHint(data);
  const state: AccessState = data ?? firstStep;
  useHeadingFocus(`${state.step} ${state.locked ?? false}`);
  const retry = () => void refetch();
  if (error && isInTheWay(error, data)) return <LinkTrouble token={token} error={error} onRetry={retry} />;
  if (!data && opened) return <ReturnPage opened={opened} />;
  if (state.step === 'granted' && state.vault)
    return (
      <GrantedStep
        token={token}
        vault={state.vault}
        files={state.files ?? []}
        everythingUrl={state.everythingUrl ?? ''}
      />
    );
  return (
    <ProofPage state={state} below={data && <Choices token={token} state={data} />}>
      <div className="grid gap-6">
        {error && <LoadFailure error={error} onRetry={retry} />}
        <Proof token={token} state={state} />
      </div>
    </ProofPage>
  );
}

const LinkChoices = lazyComponent(() => import('./proof/link-choices.tsx'));

/** Nobody needs them to go on, so a failure to load them is not shown. They are below everything that is prerendered. */
function Choices({ token, state }: { token: string; state: AccessState }) {
  const [areLoaded, setLoaded] = useState(false);
  const isPaused = useIsBefore(state.pausedUntil);
  const isAtDoor = state.step === 'email';
  useEffect(() => {
    LinkChoices.load().then(
      () => setLoaded(true),
      () => {},
    );
  }, []);
  if (!areLoaded || !(isAtDoor || isPaused)) return null;
  return <LinkChoices token={token} remindAt={state.remindAt} isAtDoor={isAtDoor} />;
}

/** Shown until the service has reported this browser's step: the first step, which is also prerendered. */
const firstStep: AccessState = { step: 'email' };

function Proof({ token, state }: { token: string; state: AccessState }) {
  const isPaused = useIsBefore(state.pausedUntil);
  if (state.step === 'email') return <EmailStep token={token} />;
  const shown = state.step === 'code' ? `code ${state.code !== undefined}` : `questions ${isPaused}`;
  return (
    <FocusFallback shown={shown} label="This step">
      <LaterProof token={token} state={state} isPaused={isPaused} />
    </FocusFallback>
  );
}

interface LaterProofProps {
  token: string;
  state: AccessState;
  isPaused: boolean;
}

function LaterProof({ token, state, isPaused }: LaterProofProps) {
  if (state.step === 'code') return <CodeStep token={token} code={state.code} />;
  if (state.locked) return <LockedNotice />;
  if (isPaused) return <PausedNotice until={state.pausedUntil ?? ''} />;
  const { questions = [], triesLeft, ownerName, releasedBy } = state;
  const asked = { questions, triesLeft, ownerName, releasedBy };
  return <QuestionsStep token={token} {...asked} />;
}

type GrantedStepProps = Pick<OpenedPageProps, 'vault' | 'files' | 'everythingUrl'> & { token: string };

function GrantedStep({ token, vault, ...content }: GrantedStepProps) {
  const links = useFreshLinks(token);
  return (
    <OpenedPage
      {...content}
      vault={vault}
      links={links}
      openingKey={vault.id}
      notice={links.isSessionOver && <SessionOver token={token} />}
    />
  );
}

function SessionOver({ token }: { token: string }) {
  const startAgain = useStartAgain(token);
  return (
    <div className="mt-10 print:hidden">
      <Notice
        title="To download more, please answer the questions again"
        action={<Button onClick={() => void startAgain()}>Answer again</Button>}
        isAnnounced
      >
        To protect what was left for you, this page closes the files after a while.
      </Notice>
    </div>
  );
}
