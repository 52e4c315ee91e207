// The page of each proof: its heading, purpose and side notes, and the focus when the next proof follows.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { AsWritten } from '../../../ui/as-written.tsx';
import { CalmAside, CalmTopic } from '../../../ui/card.tsx';
import type { Elements } from '../../../ui/elements.ts';
import { Link } from '../../../ui/link.tsx';
import { PageShell } from '../../../ui/page/page-shell.tsx';

interface ProofPageProps {
  state: AccessState;
  /** Comes late, so it is under everything else. */
  below?: Elements | undefined;
  children: ReactNode;
}

export function ProofPage({ state, below, children }: ProofPageProps) {
  return (
    <PageShell {...headingOf(state)} actions={null}>
      <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-14">
        <div>{children}</div>
        <CalmAside lead="There is no hurry. What was left for you stays here, and nobody else can open it.">
          <CalmTopic title="Is this genuine?">
            Our email names the person who left this for you. We never ask for money, a password or a document.{' '}
            <Link className="text-link -my-1 inline-block py-1 text-bone" to="/help">
              More under Help
            </Link>
          </CalmTopic>
          <CalmTopic title="What comes next">{whatIsLeft(state)}</CalmTopic>
        </CalmAside>
      </div>
      {below}
    </PageShell>
  );
}

function whatIsLeft({ step, questions = [] }: AccessState): string {
  if (step === 'email')
    return 'First your address, then the questions that the person chose for you. Then you can open it whenever you are ready.';
  if (step === 'code') return 'After the code, you answer the questions. Then you can open it whenever you are ready.';
  return `After your ${questions.length === 1 ? 'answer' : 'answers'}, you can open it whenever you are ready.`;
}

function headingOf({ step, locked = false, questions = [], ownerName }: AccessState): {
  title: ReactNode;
  lead: string;
} {
  if (step === 'email') return { title: 'Something was left for you', lead: 'Step 1 of 2: your email address' };
  if (step === 'code' && locked)
    return {
      title: 'Questions closed',
      lead: 'Too many answers were wrong, so the questions are closed. Nothing is lost. A code from your mailbox opens them again once.',
    };
  if (step === 'code')
    return {
      title: 'One more step',
      lead: 'Several answers were not correct. A code from your mailbox shows that it is you. Then you can try again. Nothing is lost.',
    };
  return {
    title: <QuestionsTitle count={questions.length} ownerName={ownerName} />,
    lead: 'Step 2 of 2. Email Verified. Please answer the security questions.',
  };
}

function QuestionsTitle({ count, ownerName }: { count: number; ownerName: string | undefined }) {
  const words = count === 2 ? 'Two questions, chosen for you' : 'A question, chosen for you';
  if (!ownerName) return <span>{words}</span>;
  return (
    <>
      <span>{`${words} by `}</span>
      <AsWritten>{ownerName}</AsWritten>
    </>
  );
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
