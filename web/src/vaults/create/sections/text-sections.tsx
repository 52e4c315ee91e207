// The text fields of the create form: the vault, its recipient, the executor and the date. The questions have their own file.
import { fieldOf } from '../../../lib/form.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { LegalLink } from '../../../people/forms/account-fields.tsx';
import { Skeleton } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/fields/choice.tsx';
import { DateTimeField } from '../../../ui/fields/date-time-field.tsx';
import { EmailField } from '../../../ui/fields/email-field.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { asPart } from '../../../ui/page/page-part.tsx';
import { RecipientFields } from '../../form/recipient-fields.tsx';
import type { CreateForm } from '../draft/vault-form.ts';
import { FormPart } from './folding.tsx';
import { StartChooser } from './start-chooser.tsx';
import { messageStarts, withStartingPoint } from './starting-points.ts';

/** Rarely shown, so it loads only then. */
const Copied = asPart(
  lazyComponent(() => import('./copied-executors.tsx')),
  <Skeleton />,
);

export interface FormSectionProps {
  form: CreateForm;
}

export function DetailsSection({ form }: FormSectionProps) {
  const { getValues, setValue, setFocus } = form;
  const begin = (start: string) => {
    setValue('message', withStartingPoint(getValues('message'), start), { shouldDirty: true });
    setFocus('message');
  };
  return (
    <FormPart part="details" title="Vault details" hint="What you want them to read first.">
      <TextField label="Vault title" {...fieldOf(form, 'title')} />
      <TextArea label="Personal message" rows={9} {...fieldOf(form, 'message')} />
      <StartChooser title="Not sure how to begin?" starts={messageStarts} onChoose={begin} />
    </FormPart>
  );
}

export function RecipientSection({ form }: FormSectionProps) {
  return (
    <FormPart part="recipient" title="Recipient" hint="The person this is for.">
      <RecipientFields name={fieldOf(form, 'recipientName')} email={fieldOf(form, 'recipientEmail')} />
      <SecondAddress
        form={form}
        name="recipientSecondEmail"
        label="Second address"
        hint="We write here only if nothing is opened at the first, which may be gone by then."
      />
    </FormPart>
  );
}

interface SecondAddressProps extends FormSectionProps {
  name: 'recipientSecondEmail' | 'executorSecondEmail';
  label: string;
  hint: string;
}

function SecondAddress({ form, name, ...field }: SecondAddressProps) {
  return (
    <details open={form.getValues(name) !== ''}>
      <summary className="min-h-11 content-center">Add a second address</summary>
      <EmailField isOptional autoComplete="off" {...field} {...fieldOf(form, name)} />
    </details>
  );
}

/** A vault needs an executor or a date; the form says so once, before both. */
export function ReleaseSections({ form }: FormSectionProps) {
  return (
    <>
      <FormPart
        part="executor"
        title="Trusted executor"
        hint="Name an executor, choose a date, or both. An executor releases the vault when the time comes."
      >
        <TextField
          label="Executor name"
          autoComplete="off"
          {...fieldOf(form, 'executorName', { deps: 'executorEmail' })}
        />
        <EmailField
          label="Executor email"
          autoComplete="off"
          {...fieldOf(form, 'executorEmail', { deps: 'scheduledReleaseDate' })}
        />
        <SecondAddress
          form={form}
          name="executorSecondEmail"
          label="Executor's second address"
          hint="It gets the code if the first may not have it. Later emails go to both."
        />
        {form.getValues('copied') !== '' && <Copied form={form} />}
      </FormPart>
      <FormPart
        part="date"
        title="Scheduled release"
        hint="If you choose a date, we release the vault automatically on that date."
      >
        <DateTimeField
          label="Release date"
          {...fieldOf(form, 'scheduledReleaseDate', { deps: 'executorEmail' })}
          hint="In your local time."
        />
      </FormPart>
    </>
  );
}

export function LegalSection({ form }: FormSectionProps) {
  return (
    <FormPart part="terms" title="Legal agreement">
      <Checkbox
        {...fieldOf(form, 'termsAccepted')}
        label={
          <span>
            I have read and accept the <LegalLink href="/terms">Terms of Service</LegalLink> and{' '}
            <LegalLink href="/privacy">Privacy Policy</LegalLink>.
          </span>
        }
      />
    </FormPart>
  );
}
