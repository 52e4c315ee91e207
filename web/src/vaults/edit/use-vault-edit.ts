// Saves an edit with its files once, updates the cached vault and list, and shows a refusal at its field or as a toast. An edit of an older
// version is passed on with the stored one; a save by this page that got no response does not conflict.

import { editVault } from '@remembrance/contract/edit-vault.ts';
import type { EditConflict } from '@remembrance/contract/problem.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, call, isUnauthorized, sentenceOf } from '../../lib/call.ts';
import { showRefusedFields } from '../../lib/form.ts';
import { queryKeyOf } from '../../lib/query-client.ts';
import { createRepeatKey } from '../../lib/repeat-key.ts';
import { toast } from '../../ui/toast.tsx';
import { FileNotUploaded } from '../files/upload/upload-chosen-file.ts';
import type { EditedFiles } from '../files/use-edited-files.ts';
import { filesQuery, vaultQuery } from '../status/use-vault.ts';
import type { VaultEdit } from './state/edit-form.ts';
import type { EditState } from './state/use-edit-state.ts';

interface Needs {
  form: EditState['form'];
  edited: EditedFiles;
  onSaved: () => void;
  onConflict: (conflict: EditConflict) => void;
  /** Called before the first of these fields takes the focus. */
  onRefusedFields: (fields: object) => void;
}

export function useVaultEdit(id: string, { form, edited, onSaved, onConflict, onRefusedFields }: Needs) {
  const client = useQueryClient();
  const { queryKey } = vaultQuery(id);
  const send = useSendOnce(id);
  return useMutation({
    mutationFn: async (fields: VaultEdit) => send({ ...fields, ...(await edited.upload()) }),
    onSuccess(vault) {
      client.setQueryData(queryKey, vault);
      toast({ title: 'Success', description: 'Vault updated successfully' });
      onSaved();
      const questions = { queryKey: queryKeyOf(listQuestions, { params: { id } }), exact: true };
      return Promise.all([
        client.invalidateQueries(questions),
        client.invalidateQueries({ queryKey: filesQuery(id).queryKey }),
        client.invalidateQueries({ queryKey: queryKeyOf(listVaults), exact: true }),
      ]);
    },
    onError(error) {
      if (error instanceof CallError && error.conflict) return onConflict(error.conflict);
      if (error instanceof CallError && error.fields) onRefusedFields(namesOf(error.fields));
      if (isUnauthorized(error) || showRefusedFields(form, error)) return undefined;
      if (error instanceof CallError && error.code === 'file-not-found') edited.forgetUploads();
      const description =
        error instanceof FileNotUploaded ? sentencesOf(error) : sentenceOf(error, 'Failed to update vault');
      toast({ title: 'Update Failed', description, variant: 'destructive' });
      // Reload the vault, so that the page shows why the edit is refused.
      const isRefused = error instanceof CallError && error.code !== undefined;
      return isRefused ? client.invalidateQueries({ queryKey, exact: true }) : undefined;
    },
  });
}

/** The same body is sent with the same key until it is answered; a different body is a new edit. */
function useSendOnce(id: string) {
  const [sending] = useState(() => ({ body: '', repeat: createRepeatKey() }));
  return (body: VaultEdit) => {
    const text = JSON.stringify(body);
    if (sending.body !== text) {
      sending.body = text;
      sending.repeat = createRepeatKey();
    }
    return sending.repeat.during((repeatKey) => call(editVault, { params: { id }, body, repeatKey }));
  };
}

/** 'questions.0.answers' is in the field 'questions'. */
const namesOf = (fields: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name.split('.')[0], message]));

const sentencesOf = ({ message, advice }: FileNotUploaded): string => [message, advice].filter(Boolean).join('. ');
