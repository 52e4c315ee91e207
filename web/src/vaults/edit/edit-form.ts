// The fields of the edit form and their conversion to the request body, which has the changed fields alone.
import { type editVault, editVaultBody } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import { dateInThePast, releaseWayMissing, type Vault } from '@remembrance/contract/vaults.ts';
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

const fieldNames = ['title', 'recipientName', 'recipientEmail', 'message', 'scheduledReleaseDate'] as const;

/** The fields that differ from `before`. */
const changedFields = (form: EditForm, before: EditForm): Partial<EditForm> =>
  Object.fromEntries(fieldNames.filter((name) => form[name] !== before[name]).map((name) => [name, form[name]]));

interface EditContext {
  before: EditForm;
  /** The version of the vault that `before` shows. */
  version: number;
  hasExecutor: boolean;
  now: Date;
}

export function checkEditForm(
  form: EditForm,
  { before, version, hasExecutor, now }: EditContext,
): { values: VaultEdit; errors: FieldErrors<EditForm> } {
  const { scheduledReleaseDate: local, ...texts } = changedFields(form, before);
  const isMoved = local !== undefined;
  if (!isMoved && Object.keys(texts).length === 0) return { values: { version }, errors: {} };
  const instant = fromLocalInput(local ?? '');
  const { values, errors } = validateForm(editVaultBody, {
    ...{ version, ...texts },
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
