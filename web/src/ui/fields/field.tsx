// A labelled field with its hint and error, wired so that a screen reader announces all three with the control.
import { CircleAlert } from 'lucide';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';

export interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isOptional?: boolean | undefined;
}

export interface ControlWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface FieldProps extends FieldText {
  children: (wiring: ControlWiring) => ReactElement;
}

export function Field({ label, hint, error, isOptional, children }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        <span>{label}</span>
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children(wiringOf(id, hint, error))}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

export const wiringOf = (id: string, hint: ReactNode, error: string | undefined): ControlWiring => ({
  id,
  'aria-describedby': [error && errorId(id), hint && hintId(id)].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

export function FieldNotes({ id, hint, error }: { id: string; hint: ReactNode; error: string | undefined }) {
  return (
    <>
      {error && (
        <p id={errorId(id)} className="mt-1.5 flex gap-1.5 text-garnet text-sm">
          <Icon of={CircleAlert} className="mt-0.5 size-[1.1em] shrink-0" strokeWidth={2} />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={hintId(id)} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
    </>
  );
}

const errorId = (id: string): string => `${id}-error`;
const hintId = (id: string): string => `${id}-hint`;
