// The layout of small form pages such as sign-in: the page, a form with its refusal, and links between the pages.
import type { FormEventHandler, ReactNode } from 'react';
import type { CallError } from '../lib/call.ts';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageShell } from '../ui/page-shell.tsx';

interface FormPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Shown below the content: an alternative, such as a link to sign up. */
  otherwise?: ReactNode;
}

export function FormPage({ title, lead, children, otherwise }: FormPageProps) {
  return (
    <PageShell title={title} lead={lead} width="form">
      {children}
      {otherwise && <p className="mt-8 border-line border-t pt-6 text-muted">{otherwise}</p>}
    </PageShell>
  );
}

interface SubmitFormProps {
  onSubmit: FormEventHandler;
  refusal: CallError | undefined;
  /** The next step after the refusal. */
  refusalAction?: ReactNode;
  children: ReactNode;
}

export function SubmitForm({ onSubmit, refusal, refusalAction, children }: SubmitFormProps) {
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

interface TextLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

export function TextLink({ to, className = '', children }: TextLinkProps) {
  return (
    <Link className={`text-link font-semibold text-ink ${className}`} to={to}>
      {children}
    </Link>
  );
}
