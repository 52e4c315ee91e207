// The fields of the edit form and their conversion to the request body. An unchanged date is not sent.
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import {
  dateInThePast,
  type editVault,
  editVaultBody,
  releaseWayMissing,
  type Vault,
} from '@remembrance/contract/vaults.ts';
import type { FieldErrors } from 'react-hook-form';
import { fromLocalInput, toLocalInput } from '../../lib/dates.ts';
import { validateForm } from '../../lib/form.ts';

export interface EditForm {
  title: string;
  recipientName: string;
  recipientEmail: string;
  message: string;
  /** The value of a datetime-local field: local time without a zone. */
  scheduledReleaseDate: string;
}

export type VaultEdit = BodyOf<typeof editVault>;

export function editFormOf(vault: Vault): EditForm {
  const { title, recipientName, recipientEmail, message, scheduledReleaseDate } = vault;
  return {
    title,
    recipientName,
    recipientEmail,
    message,
    scheduledReleaseDate: scheduledReleaseDate ? toLocalInput(scheduledReleaseDate) : '',
  };
}

interface EditContext {
  before: EditForm;
  hasExecutor: boolean;
  now: Date;
}

export function checkEditForm(
  form: EditForm,
  { before, hasExecutor, now }: EditContext,
): { values: VaultEdit; errors: FieldErrors<EditForm> } {
  const { scheduledReleaseDate: local, ...rest } = form;
  const isMoved = local !== before.scheduledReleaseDate;
  const instant = fromLocalInput(local);
  const { values, errors } = validateForm(editVaultBody, {
    ...rest,
    ...(isMoved && { scheduledReleaseDate: instant }),
  });
  if (isMoved && Date.parse(instant) <= now.getTime()) {
    errors.scheduledReleaseDate ??= { type: 'past', message: dateInThePast };
  }
  if (isMoved && local === '' && !hasExecutor) {
    errors.scheduledReleaseDate ??= { type: 'required', message: releaseWayMissing };
  }
  return { values: values as VaultEdit, errors };
}
