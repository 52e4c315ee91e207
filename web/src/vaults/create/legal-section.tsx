// The terms checkbox. Its links open in a new tab, so that nothing typed is lost.
import { Checkbox } from '../../ui/choice.tsx';
import { FormPart } from './form-part.tsx';
import type { SectionProps } from './text-sections.tsx';

export function LegalSection({ form: { register, formState } }: SectionProps) {
  return (
    <FormPart part="terms" title="Legal agreement">
      <Checkbox
        {...register('termsAccepted')}
        label={
          <span>
            I have read and accept the <LegalLink href="/terms">Terms of Service</LegalLink> and{' '}
            <LegalLink href="/privacy">Privacy Policy</LegalLink>.
          </span>
        }
        error={formState.errors.termsAccepted?.message}
      />
    </FormPart>
  );
}

function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="text-link" href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
