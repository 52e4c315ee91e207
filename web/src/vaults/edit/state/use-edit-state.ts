// The state of an edit: the version it is based on, its draft in this browser, and the version it conflicts with, if any.
import type { VaultFile } from '@remembrance/contract/files.ts';
import type { Vault } from '@remembrance/contract/vaults.ts';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isHalfDate } from '../../../ui/fields/date-time-field.tsx';
import { browserStore } from '../../form/sealed-drafts.ts';
import { useAutosave } from '../../form/use-autosave.ts';
import { clearEditDraft, type EditDraft, readEditDraft, saveEditDraft } from './edit-draft.ts';
import {
  changedText,
  checkEditForm,
  type EditBase,
  type EditForm,
  type EditText,
  editFormOf,
  editTextFields,
  editTextOf,
  textOf,
  type VaultEdit,
} from './edit-form.ts';

export interface EditInput {
  vault: Vault;
  files: readonly VaultFile[];
  ownerId: string;
  hasExecutor: boolean;
}

export function useEditState({ vault, ownerId, hasExecutor }: Omit<EditInput, 'files'>) {
  const of = { ownerId, vaultId: vault.id };
  const [draft] = useState(() => readEditDraft(browserStore(), of, new Date()));
  const base = useRef<EditBase>({ text: editTextOf(vault), version: vault.version });
  const [stored, setStored] = useState<EditBase | null>(() => conflictOf(draft, base.current));
  const form = useForm<EditForm, unknown, VaultEdit>({
    defaultValues: editFormOf(base.current.text),
    resolver: (typed, _, { fields }) => {
      const hasHalfDate = isHalfDate(fields.scheduledReleaseDate?.ref);
      const { values, errors } = checkEditForm(typed, { ...base.current, hasExecutor, hasHalfDate, now: new Date() });
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const write = (text: Partial<EditText>) => {
    for (const name of editTextFields) {
      const value = text[name];
      if (name === 'scheduledReleaseDate' && value === '') form.setValue('isDateRemoved', true, { shouldDirty: true });
      else if (value !== undefined) form.setValue(name, value, { shouldDirty: true });
    }
  };
  // The draft is applied to the stored text, so that leaving asks and only its fields count as changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => write(draft?.text ?? {}), []);
  const endDraft = useSavedEdit(form, of, base);
  /** Continues from the stored version, with this text. */
  const rebase = (on: EditBase, text: EditText) => {
    const { questions } = form.getValues();
    base.current = on;
    form.reset(editFormOf(on.text));
    write(changedText(text, on.text));
    if (questions.length > 0) form.setValue('questions', questions, { shouldDirty: true });
    setStored(null);
  };
  return { form, base, draft, stored, setStored, rebase, endDraft };
}

export type EditState = ReturnType<typeof useEditState>;

/** A draft based on an older version conflicts from the start, unless it equals the stored text. */
function conflictOf(draft: EditDraft | undefined, base: EditBase): EditBase | null {
  if (!draft || draft.version === base.version) return null;
  return Object.keys(changedText({ ...base.text, ...draft.text }, base.text)).length > 0 ? base : null;
}

type Form = ReturnType<typeof useForm<EditForm, unknown, VaultEdit>>;

/** Saves the changes as they are typed. Returns the function that ends the draft. */
function useSavedEdit(form: Form, of: { ownerId: string; vaultId: string }, base: { current: EditBase }) {
  const { isFinished } = useAutosave(form, () => {
    const { text, version } = base.current;
    const draft = { savedAt: Date.now(), version, text: changedText(textOf(form.getValues(), text), text) };
    saveEditDraft(browserStore(), of, draft);
  });
  return function endDraft() {
    isFinished.current = true;
    clearEditDraft(browserStore(), of);
  };
}
