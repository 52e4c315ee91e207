// The form that edits a vault and its files. One save carries both.
import type { VaultFile } from '@remembrance/contract/files.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { EditedFileList } from '../../files/edited-file-list.tsx';
import { useEditedFiles } from '../../files/use-edited-files.ts';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { useAskBeforeLeaving } from '../use-ask-before-leaving.ts';
import { checkEditForm, type EditForm, editFormOf, type VaultEdit } from './edit-form.ts';
import { useVaultEdit } from './use-vault-edit.ts';

interface EditVaultFormProps {
  vault: Vault;
  files: readonly VaultFile[];
  hasExecutor: boolean;
  onSaved: () => void;
}

export function EditVaultForm({ vault, files, hasExecutor, onSaved }: EditVaultFormProps) {
  const [{ before, version }] = useState(() => ({ before: editFormOf(vault), version: vault.version }));
  const form = useForm<EditForm, unknown, VaultEdit>({
    defaultValues: before,
    resolver: (typed) => {
      const { values, errors } = checkEditForm(typed, { before, version, hasExecutor, now: new Date() });
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const edited = useEditedFiles(vault.id, files);
  const edit = useVaultEdit(vault.id, { form, edited, onSaved });
  const isChanged = form.formState.isDirty || edited.isChanged;
  useAskBeforeLeaving(isChanged && !edit.isSuccess);
  const { register, formState } = form;
  const { errors } = formState;
  const once = useOneAtATime();
  const save = form.handleSubmit((values) => (isChanged ? once(() => edit.mutateAsync(values)) : onSaved()));
  return (
    <form noValidate method="post" onSubmit={save} className="grid gap-5">
      <TextField label="Vault title" {...register('title')} error={errors.title?.message} />
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
      <TextArea label="Personal message" isOptional rows={9} {...register('message')} error={errors.message?.message} />
      <TextField
        label="Release date"
        isOptional
        type="datetime-local"
        {...register('scheduledReleaseDate')}
        error={errors.scheduledReleaseDate?.message}
        hint="In your local time. Clear it to cancel the scheduled release."
      />
      <EditedFileList edited={edited} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" isBusy={edit.isPending}>
          Save
        </Button>
        <ButtonLink to={`/vault/${vault.id}`} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
