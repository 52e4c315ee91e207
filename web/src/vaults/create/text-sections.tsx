// The text fields of the create form: the vault, its recipient, the questions, the executor and the date.
import { releaseWayMissing } from '@remembrance/contract/vaults.ts';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Section } from '../../ui/section.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { lacksReleaseWay, type NewVault, type VaultForm } from './vault-form.ts';

export interface SectionProps {
  form: UseFormReturn<VaultForm, unknown, NewVault>;
}

export function DetailsSection({ form: { register, formState } }: SectionProps) {
  const { errors } = formState;
  return (
    <Section title="Vault details" hint="What you want them to read first.">
      <TextField label="Vault title" {...register('title')} error={errors.title?.message} />
      <TextArea label="Personal message" rows={9} {...register('message')} error={errors.message?.message} />
    </Section>
  );
}

export function RecipientSection({ form: { register, formState } }: SectionProps) {
  const { errors } = formState;
  return (
    <Section title="Recipient" hint="The person this is for.">
      <TextField
        label="Recipient name"
        autoComplete="off"
        {...register('recipientName')}
        error={errors.recipientName?.message}
      />
      <TextField
        label="Recipient email"
        type="email"
        autoComplete="off"
        {...register('recipientEmail')}
        error={errors.recipientEmail?.message}
      />
    </Section>
  );
}

export function QuestionsSection({ form: { register, formState } }: SectionProps) {
  const { errors } = formState;
  return (
    <Section
      title="Security verification"
      hint="Ask what only they would know. Please add a second question: one alone is often guessed by those who knew you both."
    >
      <TextField
        label="Security question 1"
        {...register('securityQuestion1')}
        error={errors.securityQuestion1?.message}
      />
      <TextField
        label="Security answer 1"
        autoComplete="off"
        {...register('securityAnswer1')}
        error={errors.securityAnswer1?.message}
      />
      <TextField
        label="Security question 2"
        isOptional
        {...register('securityQuestion2', { deps: 'securityAnswer2' })}
        error={errors.securityQuestion2?.message}
      />
      <TextField
        label="Security answer 2"
        isOptional
        autoComplete="off"
        {...register('securityAnswer2', { deps: 'securityQuestion2' })}
        error={errors.securityAnswer2?.message}
        hint="Capitals, accents, punctuation, extra spaces and a leading “the” or “at” will make no difference."
      />
    </Section>
  );
}

/** A vault needs an executor or a date. While it has neither, both fields show that as a hint. */
export function ReleaseSections({ form: { register, formState, control } }: SectionProps) {
  const { errors } = formState;
  const [executorEmail, scheduledReleaseDate] = useWatch({ control, name: ['executorEmail', 'scheduledReleaseDate'] });
  const isLacking = lacksReleaseWay({ executorEmail, scheduledReleaseDate });
  const hintUnless = (error: unknown) => (isLacking && !error ? releaseWayMissing : undefined);
  return (
    <>
      <Section title="Trusted executor" hint="They release the vault when the time comes.">
        <TextField
          label="Executor name"
          isOptional
          autoComplete="off"
          {...register('executorName', { deps: 'executorEmail' })}
          error={errors.executorName?.message}
        />
        <TextField
          label="Executor email"
          isOptional
          type="email"
          autoComplete="off"
          {...register('executorEmail', { deps: 'scheduledReleaseDate' })}
          error={errors.executorEmail?.message}
          hint={hintUnless(errors.executorEmail)}
        />
      </Section>
      <Section title="Scheduled release" hint="If you choose a date, the vault is released automatically on it.">
        <TextField
          label="Release date"
          isOptional
          type="datetime-local"
          {...register('scheduledReleaseDate', { deps: 'executorEmail' })}
          error={errors.scheduledReleaseDate?.message}
          hint={hintUnless(errors.scheduledReleaseDate) ?? 'In your local time.'}
        />
      </Section>
    </>
  );
}
