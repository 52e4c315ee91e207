// Text fields: one line, many lines, and a password that can be shown. They accept the result of a form's `register`.
import { Eye, EyeOff } from 'lucide';
import { type ComponentProps, useState } from 'react';
import { pasteCleaned, pasteMailedCode, tidyAddress } from '../../lib/browser/pasted.ts';
import { Icon } from '../icon.tsx';
import { Field, type FieldText } from './field.tsx';

export interface TextFieldProps extends FieldText, Omit<ComponentProps<'input'>, 'id' | 'children'> {}

export function TextField({ label, hint, error, isOptional, className = '', type = 'text', ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <input
          lang=""
          {...rest}
          {...wiring}
          {...behaviourOf(type, rest)}
          type={type}
          dir={rest.dir ?? directionOf(type)}
          className={`field-box ${className}`}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends FieldText, Omit<ComponentProps<'textarea'>, 'id' | 'children'> {}

export function TextArea({ label, hint, error, isOptional, className = '', ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <textarea
          rows={7}
          dir="auto"
          lang=""
          onPaste={pasteCleaned}
          {...rest}
          {...wiring}
          className={`field-box resize-y ${className}`}
        />
      )}
    </Field>
  );
}

export function PasswordField({ label, hint, error, isOptional, className = '', ...rest }: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <div className="relative">
          <input
            {...rest}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`field-box pe-12 ${className}`}
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            className="absolute inset-y-0 end-0 grid w-12 place-items-center rounded-field text-muted hover:text-ink"
            onClick={() => setShown(!isShown)}
          >
            <Icon of={isShown ? EyeOff : Eye} className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}

/** A field for an emailed code that is sent as typed. It accepts a pasted letter. */
export function LetterCodeField(props: Omit<TextFieldProps, 'label' | 'hint' | 'type'>) {
  return (
    <TextField
      label="Code from the email"
      hint="Eight letters and numbers. Capitals, spaces and dashes make no difference."
      className="font-mono text-code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      onPaste={pasteMailedCode}
      {...props}
    />
  );
}

function behaviourOf(
  type: string,
  { onBlur, onPaste = pasteCleaned }: ComponentProps<'input'>,
): ComponentProps<'input'> {
  if (type === 'text') return { onPaste };
  if (type !== 'email') return {};
  return {
    onBlur: (event) => {
      tidyAddress(event);
      onBlur?.(event);
    },
  };
}

// Names and titles may be written right to left; addresses and dates are not.
const directionOf = (type: string): 'auto' | undefined => (type === 'text' ? 'auto' : undefined);
