// Fields of several account forms: the consents required before an account is created, the owner's name, and a password being chosen.
import { passwordBytes } from '@remembrance/contract/limits.ts';
import { Checkbox, type CheckboxProps } from '../../ui/fields/choice.tsx';
import { PasswordField, TextField, type TextFieldProps } from '../../ui/fields/text-field.tsx';

type Consent = Omit<CheckboxProps, 'label'>;

export function ConsentFields({ isAdult, termsAccepted }: { isAdult: Consent; termsAccepted: Consent }) {
  return (
    <div className="grid gap-3">
      <Checkbox label="I am at least 18 years old" {...isAdult} />
      <Checkbox
        label={
          <span>
            I have read and accept the <LegalLink href="/terms">Terms of Service</LegalLink> and the{' '}
            <LegalLink href="/privacy">Privacy Policy</LegalLink>
          </span>
        }
        {...termsAccepted}
      />
    </div>
  );
}

/** Opens in a new tab, so that nothing typed is lost. */
export function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="text-link" href={href} target="_blank" rel="noopener">
      <span>{children}</span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

type NameField = Omit<TextFieldProps, 'label'>;

/** Side by side if there is room. */
export function NameFields({ firstName, lastName }: { firstName: NameField; lastName: NameField }) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField label="First name" autoComplete="given-name" {...firstName} />
      <TextField label="Last name" autoComplete="family-name" {...lastName} />
    </div>
  );
}

/** With the rule the password must meet. */
export function NewPasswordField(field: Omit<TextFieldProps, 'autoComplete' | 'hint'>) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint={`At least ${passwordBytes.min} characters. A few words that you can remember are better than symbols that you cannot.`}
      {...field}
    />
  );
}
