// The frame of the small pages of signing in and up: the page, its form with what was refused, the links between them.
import type { FormEventHandler, ReactNode } from 'react';
import type { CallError } from '../lib/call.ts';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageShell } from '../ui/page-shell.tsx';

interface EntryShellProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** What else one may have come for. */
  otherwise?: ReactNode;
}

export function EntryShell({ title, lead, children, otherwise }: EntryShellProps) {
  return (
    <PageShell title={title} lead={lead} width="form">
      {children}
      {otherwise && <p className="mt-8 border-line border-t pt-6 text-muted">{otherwise}</p>}
    </PageShell>
  );
}

interface EntryFormProps {
  onSubmit: FormEventHandler;
  refusal: CallError | undefined;
  /** The way on from a refusal. */
  refusalAction?: ReactNode;
  children: ReactNode;
}

export function EntryForm({ onSubmit, refusal, refusalAction, children }: EntryFormProps) {
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      {refusal && (
        <Notice variant="danger" isAnnounced action={refusalAction}>
          {refusal.detail}
        </Notice>
      )}
      {children}
    </form>
  );
}

export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="text-link font-semibold text-ink" to={to}>
      {children}
    </Link>
  );
}
