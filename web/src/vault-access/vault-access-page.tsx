// The recipient's page: who you are, what only you know, and then what was left for you. Opening it changes nothing.
import type { AccessState } from '@remembrance/contract/vault-access.ts';
import { useEffect, useRef } from 'react';
import { useParams } from '../lib/location.tsx';
import { product } from '../lib/product.ts';
import { Skeleton } from '../ui/card.tsx';
import { PageShell } from '../ui/page-shell.tsx';
import { EmailStep } from './email-step.tsx';
import { GrantedStep } from './granted-step.tsx';
import { LinkTrouble } from './link-trouble.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { useAccess } from './use-access.ts';
import { LockedNotice, PausedNotice, useIsPaused } from './waiting-notices.tsx';

export default function VaultAccessPage() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useAccess(token);
  useHeadingFocus(data?.step);
  if (error) return <LinkTrouble token={token} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Opening />;
  if (data.step === 'granted' && data.vault)
    return (
      <PageShell title={`You Have a ${product.name}`} width="text" actions={null}>
        <GrantedStep token={token} vault={data.vault} files={data.files ?? []} />
      </PageShell>
    );
  return <Proofs token={token} state={data} />;
}

function Proofs({ token, state }: { token: string; state: AccessState }) {
  const isPaused = useIsPaused(state);
  const isAtQuestions = state.step === 'questions';
  const form = isAtQuestions ? (
    <QuestionsStep token={token} questions={state.questions ?? []} />
  ) : (
    <EmailStep token={token} />
  );
  return (
    <PageShell
      title={isAtQuestions ? 'Security Questions' : 'Verify Email'}
      lead={
        isAtQuestions
          ? 'They were chosen for you by the person who left this. Take your time.'
          : 'Someone left something for you. Two short steps make sure that nobody else can open it.'
      }
      width="text"
      actions={null}
    >
      {state.locked && <LockedNotice />}
      {!state.locked && isPaused && <PausedNotice until={state.pausedUntil ?? ''} />}
      {!state.locked && !isPaused && form}
    </PageShell>
  );
}

function Opening() {
  return (
    <PageShell title="One moment" width="text" actions={null}>
      <div className="grid gap-4">
        <Skeleton />
        <Skeleton className="h-12" />
      </div>
    </PageShell>
  );
}

/** A step forward puts the focus on its heading, so that a keyboard goes on there and a screen reader says it. */
function useHeadingFocus(step: AccessState['step'] | undefined) {
  const before = useRef(step);
  useEffect(() => {
    const hasMoved = before.current !== undefined && before.current !== step;
    before.current = step;
    if (hasMoved) document.querySelector('h1')?.focus();
  }, [step]);
}
