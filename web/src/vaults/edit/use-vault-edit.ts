// Saves an edit with its files, updates the cached vault and list, and shows a refusal at its field or as a toast.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { type EditedFiles, NewFileNotUploaded } from '../../files/use-edited-files.ts';
import { CallError, call, isUnauthorized, sentenceOf } from '../../lib/call.ts';
import { showRefusedFields } from '../../lib/form.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { createRepeatKey } from '../../lib/repeat-key.ts';
import { toast } from '../../ui/toast.tsx';
import { filesQuery, vaultQuery } from '../use-vault.ts';
import type { EditForm, VaultEdit } from './edit-form.ts';

interface Needs {
  form: UseFormReturn<EditForm, unknown, VaultEdit>;
  edited: EditedFiles;
  onSaved: () => void;
}

export function useVaultEdit(id: string, { form, edited, onSaved }: Needs) {
  const client = useQueryClient();
  const { queryKey } = vaultQuery(id);
  const [repeat] = useState(createRepeatKey);
  return useMutation({
    async mutationFn(fields: VaultEdit) {
      const body = { ...fields, ...(await edited.upload()) };
      return repeat.during((repeatKey) => call(editVault, { params: { id }, body, repeatKey }));
    },
    onSuccess(vault) {
      client.setQueryData(queryKey, vault);
      toast({ title: 'Success', description: 'Vault updated successfully' });
      onSaved();
      return Promise.all([
        client.invalidateQueries({ queryKey: filesQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: queryKeyOf(listVaults), exact: true }),
      ]);
    },
    onError(error) {
      if (isUnauthorized(error) || showRefusedFields(form, error)) return undefined;
      if (error instanceof CallError && error.code === 'file-not-found') edited.forgetUploads();
      const fallback = error instanceof NewFileNotUploaded ? error.message : 'Failed to update vault';
      const description = sentenceOf(error, fallback);
      toast({ title: 'Update Failed', description, variant: 'destructive' });
      // Reload the vault, so that the page shows why the edit is refused.
      const isRefused = error instanceof CallError && error.code !== undefined;
      return isRefused ? client.invalidateQueries({ queryKey, exact: true }) : undefined;
    },
  });
}
