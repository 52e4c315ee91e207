// The form that edits a vault: its fields, what was restored from this browser, and both versions where it conflicts.
import type { EditConflict } from '@remembrance/contract/edit-conflict.ts';
import { type RefObject, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { EditedFileList } from '../../files/edited-file-list.tsx';
import { useEditedFiles } from '../../files/use-edited-files.ts';
import { CallError } from '../../lib/call.ts';
import { longDate } from '../../lib/dates.ts';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { baseOf, conflictRows, isOwnSave } from './conflict-rules.ts';
import {
  changedText,
  checkEditForm,
  type EditBase,
  type EditForm,
  type EditText,
  textOf,
  type VaultEdit,
} from './edit-form.ts';
import { LeaveEditDialog } from './leave-edit-dialog.tsx';
import { QuestionsFields } from './questions-fields.tsx';
import { ReleaseDate } from './release-date.tsx';
import { TryAnswers } from './try-answers.tsx';
import { type EditInput, useEditState } from './use-edit-state.ts';
import { useVaultEdit } from './use-vault-edit.ts';

type Form = UseFormReturn<EditForm, unknown, VaultEdit>;

export function EditVaultForm({ onSaved, ...input }: EditInput & { onSaved: () => void }) {
  const { vault } = input;
  const state = useEditState(input);
  const { form, base, stored, setStored, rebase, endDraft, draft } = state;
  /** What was sent without an answer; it may have been saved. */
  const unanswered = useRef<EditText | null>(null);
  const [isTrying, setTrying] = useState(false);
  const finish = () => {
    endDraft();
    onSaved();
  };
  const edited = useEditedFiles(vault.id, input.files);
  const edit = useVaultEdit(vault.id, {
    ...{ form, edited },
    onSaved: finish,
    onConflict: (conflict) => !isOwn(conflict) && setStored(baseOf(conflict)),
  });
  const isOwn = (conflict: EditConflict) => isOwnSave(baseOf(conflict).text, unanswered.current);
  const written = () => textOf(form.getValues(), base.current.text);
  const isChanged = () => edited.isChanged || isTextChanged(form.getValues(), base);
  const once = useOneAtATime();
  const send = async (body: VaultEdit, text: EditText): Promise<unknown> => {
    const error = await edit.mutateAsync(body).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (isUnanswered(error)) unanswered.current = text;
    if (!(error instanceof CallError && error.conflict && isOwn(error.conflict))) return undefined;
    // Our own save, of which no answer arrived: the rest is saved on it.
    unanswered.current = null;
    rebase(baseOf(error.conflict), text);
    const { values } = checkEditForm(form.getValues(), {
      ...base.current,
      hasExecutor: input.hasExecutor,
      now: new Date(),
    });
    return isChanged() ? send(values, text) : finish();
  };
  const save = form.handleSubmit((body) => {
    if (!isChanged()) return finish();
    return once(() => send(body, written()));
  });
  const take = (text: EditText) => stored && rebase(stored, text);
  const rows = stored ? conflictRows(written(), { before: base.current.text, stored: stored.text }) : [];
  return (
    <>
      <LeaveEditDialog
        isUnsaved={(form.formState.isDirty || edited.isChanged) && !edit.isSuccess}
        onDiscard={endDraft}
      />
      <FocusFallback shown={stored ? 'both versions' : 'the form'} label="The edit">
        {stored ? (
          <ConflictPanel
            // A restored draft adds rows after the first render, and the choices of each begin with its suggestion.
            key={rows.map(({ name }) => name).join()}
            stored={stored.text}
            rows={rows}
            isBusy={edit.isPending}
            onEdit={take}
            onSave={(text) => {
              take(text);
              void save();
            }}
          />
        ) : (
          <form noValidate method="post" onSubmit={save} className="grid gap-5">
            {draft && form.formState.isDirty && (
              <RestoredNotice savedAt={draft.savedAt} onDiscard={() => rebase(base.current, base.current.text)} />
            )}
            <Fields form={form} />
            <ReleaseDate form={form} before={base.current.text.scheduledReleaseDate} hasExecutor={input.hasExecutor} />
            <EditedFileList edited={edited} />
            <QuestionsFields vault={vault} form={form} onTry={() => setTrying(true)} />
            <div className="mt-4 flex flex-wrap gap-3">
              <Button type="submit" isBusy={edit.isPending}>
                Save
              </Button>
              <ButtonLink to={`/vault/${vault.id}`} variant="secondary">
                Cancel
              </ButtonLink>
            </div>
          </form>
        )}
      </FocusFallback>
      <TryAnswers vault={vault} isOpen={isTrying} onClose={() => setTrying(false)} />
    </>
  );
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

const isTextChanged = (values: EditForm, base: RefObject<EditBase>): boolean =>
  values.questions.length > 0 ||
  Object.keys(changedText(textOf(values, base.current.text), base.current.text)).length > 0;

function Fields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState;
  return (
    <>
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
    </>
  );
}

function RestoredNotice({ savedAt, onDiscard }: { savedAt: number; onDiscard: () => void }) {
  return (
    <Notice
      title="What you wrote is still here"
      action={
        <Button variant="secondary" onClick={onDiscard}>
          Discard it
        </Button>
      }
    >
      {`This browser stored your changes on ${longDate(new Date(savedAt).toISOString())}. They are not in the vault yet.`}
    </Notice>
  );
}
