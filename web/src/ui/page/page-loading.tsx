// A page before its content has arrived, so high that the footer does not move when it does.
import type { ReactNode } from 'react';
import { Skeleton } from '../card.tsx';
import { PageShell } from './page-shell.tsx';
import { StillLoading } from './still-loading.tsx';

export function PageLoading({ title, label = 'Loading' }: { title: ReactNode; label?: string }) {
  return (
    <PageShell title={title}>
      <div role="status" className="grid min-h-dvh content-start gap-4">
        <span className="sr-only">{label}</span>
        <StillLoading />
        <Skeleton />
        <Skeleton className="h-32" />
        <Skeleton className="h-20" />
      </div>
    </PageShell>
  );
}
