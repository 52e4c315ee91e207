// The page of each proof: its heading, what it is for, and the focus when the next one follows.
import type { AccessState } from '@remembrance/contract/vault-access.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { PageShell } from '../ui/page-shell.tsx';

export function ProofPage({ state, children }: { state: AccessState; children: ReactNode }) {
  return (
    <PageShell {...headingOf(state)} width="text" actions={null}>
      {children}
    </PageShell>
  );
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
export function useHeadingFocus(step: string) {
  const before = useRef(step);
  useEffect(() => {
    const hasMoved = before.current !== step;
    before.current = step;
    if (hasMoved) document.querySelector('h1')?.focus();
  }, [step]);
}
