// The state of the edit form: its fields and files, which parts are open, the version it conflicts with, and the save.
import { useState } from 'react';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { useEditedFiles } from '../files/use-edited-files.ts';
import { useQuestions } from '../status/use-vault.ts';
import { countChanges, partsOf } from './parts/edit-parts.ts';
import { useOpenParts } from './parts/use-open-parts.ts';
import { baseOf, conflictRows } from './state/conflict-rules.ts';
import { checkEditForm, type EditBase, type EditText, textOf } from './state/edit-form.ts';
import { rememberOwnSave } from './state/own-save.ts';
import { type EditInput, useEditState } from './state/use-edit-state.ts';
import { useVaultEdit } from './use-vault-edit.ts';

export interface EditFormInput extends EditInput {
  onSaved: () => void;
}

export function useEditForm({ onSaved, ...input }: EditFormInput) {
  const state = useEditState(input);
  const { form, base, stored, setStored, rebase, endDraft, draft } = state;
  const [ownSave] = useState(rememberOwnSave);
  const finish = () => {
    endDraft();
    onSaved();
  };
  const edited = useEditedFiles(input.vault.id, input.files);
  const parts = useOpenParts(partsOf(draft?.text ?? {}));
  const edit = useVaultEdit(input.vault.id, {
    form,
    edited,
    onRefusedFields: (fields) => parts.open(partsOf(fields)),
    onSaved: finish,
    onConflict: (conflict) => !ownSave.isOwn(conflict) && setStored(baseOf(conflict)),
  });
  const { data: questions = [] } = useQuestions(input.vault.id);
  const written = () => textOf(form.getValues(), base.current.text);
  const isChanged = () =>
    countChanges(form.getValues(), { text: base.current.text, questions, files: edited.changes }) > 0;
  const restOn = (saved: EditBase, sent: EditText) => {
    rebase(saved, sent);
    const context = { ...base.current, hasExecutor: input.hasExecutor, now: new Date() };
    return isChanged() ? checkEditForm(form.getValues(), context).values : null;
  };
  const once = useOneAtATime();
  const save = form.handleSubmit(
    (body) => {
      if (!isChanged()) return finish();
      return once(() => ownSave.save(body, written(), { send: edit.mutateAsync, restOn, onSaved: finish }));
    },
    (errors) => parts.open(partsOf(errors)),
  );
  return {
    state,
    edited,
    parts,
    save,
    isSaving: edit.isPending,
    isUnsaved: (form.formState.isDirty || edited.changes > 0) && !edit.isSuccess,
    /** The fields of both versions, if they conflict. */
    rows: stored ? conflictRows(written(), { before: base.current.text, stored: stored.text }) : [],
    take: (text: EditText) => stored && rebase(stored, text),
  };
}
