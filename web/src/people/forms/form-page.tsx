// The layout of small form pages such as sign-in: the page, a form with its refusal, and links between the pages.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallError } from '../../lib/call.ts';
import type { Elements } from '../../ui/elements.ts';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page/page-shell.tsx';

interface FormPageProps {
  title: string;
  lead?: ReactNode;
  children: Elements;
  /** Shown below the content: an alternative, such as a link to sign up. */
  otherwise?: ReactNode;
}

export function FormPage({ title, lead, children, otherwise }: FormPageProps) {
  useFocusOnNewTitle(title);
  return (
    <PageShell title={title} lead={lead} width="form">
      {children}
      {otherwise && <p className="mt-8 border-line border-t pt-6 text-muted">{otherwise}</p>}
    </PageShell>
  );
}

/** When the pressed button disappears with its form, keyboard users continue at the new heading. */
function useFocusOnNewTitle(title: string): void {
  const before = useRef(title);
  useEffect(() => {
    const isNew = before.current !== title;
    before.current = title;
    if (isNew && document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [title]);
}

interface SubmitFormProps {
  /** Resolves once the errors of the fields are known. */
  onSubmit: (event: FormEvent) => Promise<void>;
  /** Shown above the form. If it names fields, the form has none of them, so their messages are shown here. */
  refusal: CallError | undefined;
  /** The next step after the refusal. */
  refusalAction?: ReactNode;
  children: Elements;
}

export function SubmitForm({ onSubmit, refusal, refusalAction, children }: SubmitFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(0);
  const [submissions, setSubmissions] = useState(0);
  useEffect(() => {
    if (submissions > 0) setErrors(form.current?.querySelectorAll('[aria-invalid="true"]').length ?? 0);
  }, [submissions]);
  const submit = async (event: FormEvent) => {
    setErrors(0); // so that an equal count is announced again
    await onSubmit(event);
    setSubmissions((before) => before + 1);
  };
  return (
    // POST even if the page's script did not run, so that nothing typed appears in an address.
    <form ref={form} method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <ErrorCount count={errors} />
      {refusal && (
        <Notice variant="danger" isAnnounced action={refusalAction}>
          {refusal.fields ? Object.values(refusal.fields).join(' ') : refusal.detail}
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

/** Tells a screen reader how many fields have errors after a click. A single error is read with its field, which has the focus. */
function ErrorCount({ count }: { count: number }) {
  return (
    <p role="status" className="sr-only">
      {count > 1 && `${count} fields need your attention.`}
    </p>
  );
}
