// The fields of the create form and their conversion to the request body. Every field message comes from the contract.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type { PlanName } from '@remembrance/contract/plan-catalogue.ts';
import { type createVault, createVaultBody } from '@remembrance/contract/vaults.ts';
import type { FieldErrors, Resolver, UseFormReturn } from 'react-hook-form';
import { fromLocalInput } from '../../../lib/dates.ts';
import { validateForm } from '../../../lib/form.ts';
import { dateIncomplete, isHalfDate } from '../../../ui/fields/date-time-field.tsx';
import { dateIsPast } from '../../form/past-date.ts';
import { executorsToSend } from './copied-content.ts';

export const emptyVaultForm = {
  title: '',
  message: '',
  recipientName: '',
  recipientEmail: '',
  recipientSecondEmail: '',
  securityQuestion1: '',
  securityAnswer1: '',
  securityQuestion2: '',
  securityAnswer2: '',
  executorName: '',
  executorEmail: '',
  executorSecondEmail: '',
  /** The value of a datetime-local field: local time without a zone. */
  scheduledReleaseDate: '',
  /** What was copied from another vault (copied-content.ts). */
  copied: '',
  termsAccepted: false,
};
export type VaultForm = typeof emptyVaultForm & { planType: PlanName };

/** The plan is chosen from the start, so it is not text. */
export const hasText = ({ planType: _, ...typed }: VaultForm): boolean =>
  Object.values(typed).some((value) => typeof value === 'string' && value.trim() !== '');

export type NewVault = Omit<BodyOf<typeof createVault>, 'uploadedFiles'>;

export type CreateForm = UseFormReturn<VaultForm, unknown, NewVault>;

export const termsMissing = 'You must accept the Terms of Service and Privacy Policy to create a vault';

export function checkVaultForm(
  form: VaultForm,
  now: Date,
  hasHalfDate = false,
): { values: NewVault; errors: FieldErrors<VaultForm> } {
  const { termsAccepted, copied, ...typed } = form;
  // An incomplete date satisfies the rule that a vault needs an executor or a date: only its own field reports it as incomplete.
  const releaseDate = hasHalfDate ? 'half' : fromLocalInput(typed.scheduledReleaseDate);
  const { values, errors } = validateForm(createVaultBody, {
    ...typed,
    ...executorsToSend({ ...typed, copied }),
    scheduledReleaseDate: releaseDate,
  });
  if (hasHalfDate) errors.scheduledReleaseDate = { type: 'incomplete', message: dateIncomplete };
  if (isPast(releaseDate, now)) errors.scheduledReleaseDate ??= { type: 'past', message: dateIsPast(now) };
  if (!termsAccepted) errors.termsAccepted = { type: 'required', message: termsMissing };
  return { values: values as NewVault, errors };
}

export const vaultFormResolver: Resolver<VaultForm, unknown, NewVault> = (form, _, { fields }) => {
  const { values, errors } = checkVaultForm(form, new Date(), isHalfDate(fields.scheduledReleaseDate?.ref));
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};

const isPast = (instant: string, now: Date): boolean => Date.parse(instant) <= now.getTime();
