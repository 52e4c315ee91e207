// The recipient's page: verify the email address, answer the questions, read the vault. Opening it changes nothing.
import type { AccessState } from '@remembrance/contract/vault-access.ts';
import { useEffect, useRef } from 'react';
import { useParams } from '../lib/location.tsx';
import { product } from '../lib/product.ts';
import { PageShell } from '../ui/page-shell.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailStep } from './email-step.tsx';
import { GrantedStep } from './granted-step.tsx';
import { LinkTrouble } from './link-trouble.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { useAccess } from './use-access.ts';
import { LockedNotice, PausedNotice, useIsBefore } from './waiting-notices.tsx';

export default function VaultAccessPage() {
  const { token = '' } = useParams();
  const { data, error, refetch } = useAccess(token);
  const state: AccessState = data ?? firstStep;
  useHeadingFocus(`${state.step} ${state.locked ?? false}`);
  if (error) return <LinkTrouble token={token} error={error} onRetry={() => void refetch()} />;
  if (state.step === 'granted' && state.vault)
    return (
      <PageShell title={`You Have a ${product.name}`} width="text" actions={null}>
        <GrantedStep token={token} vault={state.vault} files={state.files ?? []} />
      </PageShell>
    );
  return <Proofs token={token} state={state} />;
}

/** Until the service has said where this browser stands: the first step, which is also what is prerendered. */
const firstStep: AccessState = { step: 'email' };

function Proofs({ token, state }: { token: string; state: AccessState }) {
  return (
    <PageShell {...headingOf(state)} width="text" actions={null}>
      <Proof token={token} state={state} />
    </PageShell>
  );
}

function Proof({ token, state }: { token: string; state: AccessState }) {
  const isPaused = useIsBefore(state.pausedUntil);
  if (state.step === 'email') return <EmailStep token={token} />;
  if (state.step === 'code') return <CodeStep token={token} code={state.code} />;
  if (state.locked) return <LockedNotice />;
  if (isPaused) return <PausedNotice until={state.pausedUntil ?? ''} />;
  return <QuestionsStep token={token} questions={state.questions ?? []} />;
}

function headingOf({ step, locked = false }: AccessState): { title: string; lead: string } {
  if (step === 'email')
    return {
      title: 'Verify Email',
      lead: 'Someone left something for you. Two short steps make sure that nobody else can open it.',
    };
  if (step === 'code' && locked)
    return {
      title: 'Questions closed',
      lead: 'There were too many wrong answers, so the questions are closed. Nothing is lost: a code from your mailbox opens them once more.',
    };
  if (step === 'code')
    return {
      title: 'One more step',
      lead: 'Several answers were not correct. A code from your mailbox shows that it is you, and then you can try again. Nothing is lost.',
    };
  return {
    title: 'Security Questions',
    lead: 'They were chosen for you by the person who left this. Take your time.',
  };
}

/** Focuses the heading of a new step, so that keyboard users continue there and a screen reader announces it. */
function useHeadingFocus(step: string) {
  const before = useRef(step);
  useEffect(() => {
    const hasMoved = before.current !== step;
    before.current = step;
    if (hasMoved) document.querySelector('h1')?.focus();
  }, [step]);
}
