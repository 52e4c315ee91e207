// The checkboxes required before an account is created: age and terms.
import { Checkbox, type CheckboxProps } from '../../ui/fields/choice.tsx';

type Field = Omit<CheckboxProps, 'label'>;

export function ConsentFields({ isAdult, termsAccepted }: { isAdult: Field; termsAccepted: Field }) {
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

// Opens in a new tab, so that nothing typed is lost.
function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="text-link" href={href} target="_blank" rel="noopener">
      <span>{children}</span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
