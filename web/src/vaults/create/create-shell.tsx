// The frame of the create page: its heading says which of the three steps is shown.
import type { ReactNode } from 'react';
import { PageShell, type PageShellProps } from '../../ui/page/page-shell.tsx';
import { keepingTitle } from './keeping-sheet.tsx';

export type CreateStep = 'writing' | 'review' | 'keeping';

const frames: Record<CreateStep, Pick<PageShellProps, 'title' | 'lead' | 'isCentered'>> = {
  writing: {
    title: 'Create your vault',
    lead: 'Take your time. Nothing is sent to anyone before you have looked it over.',
  },
  review: { title: 'Look it over once more' },
  keeping: { title: keepingTitle, isCentered: true },
};

export function CreateShell({ step, children }: { step: CreateStep; children: ReactNode }) {
  return (
    <PageShell {...frames[step]} step={step}>
      {children}
    </PageShell>
  );
}
