// The form that edits a vault: its fields, what was restored from this browser, both versions in a conflict, and the bar that saves.
import type { EditConflict } from '@remembrance/contract/problem.ts';
import { useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { CallError } from '../../lib/call.ts';
import { longDate } from '../../lib/dates.ts';
import { useOneAtATime } from '../../lib/one-at-a-time.ts';
import { isUnanswered } from '../../lib/repeat-key.ts';
import { Button } from '../../ui/button.tsx';
import { dateIncomplete } from '../../ui/fields/date-time-field.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Link } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useEditedFiles } from '../files/use-edited-files.ts';
import { NotStoredNotice } from '../form/not-stored-notice.tsx';
import { useQuestions } from '../status/use-vault.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { LeaveEditDialog } from './leave-edit-dialog.tsx';
import { countChanges, partsOf } from './parts/edit-parts.ts';
import { EditPartsFields } from './parts/edit-parts-fields.tsx';
import { TryAnswers } from './parts/try-answers.tsx';
import { useOpenParts } from './parts/use-open-parts.ts';
import { baseOf, conflictRows, isOwnSave } from './state/conflict-rules.ts';
import { checkEditForm, type EditText, textOf, type VaultEdit } from './state/edit-form.ts';
import { type EditInput, type EditState, useEditState } from './state/use-edit-state.ts';
import { useVaultEdit } from './use-vault-edit.ts';

export function EditVaultForm({ onSaved, ...input }: EditInput & { onSaved: () => void }) {
  const state = useEditState(input);
  const { form, base, stored, setStored, rebase, endDraft, draft } = state;
  /** What was sent without a response; it may have been saved. */
  const unanswered = useRef<EditText | null>(null);
  const [isTrying, setTrying] = useState(false);
  const finish = () => {
    endDraft();
    onSaved();
  };
  const edited = useEditedFiles(input.vault.id, input.files);
  const parts = useOpenParts(partsOf(draft?.text ?? {}));
  const formId = useId();
  const edit = useVaultEdit(input.vault.id, {
    form,
    edited,
    onRefusedFields: (fields) => parts.open(partsOf(fields)),
    onSaved: finish,
    onConflict: (conflict) => !isOwn(conflict) && setStored(baseOf(conflict)),
  });
  const isOwn = (conflict: EditConflict) => isOwnSave(baseOf(conflict).text, unanswered.current);
  const written = () => textOf(form.getValues(), base.current.text);
  const { data: questions = [] } = useQuestions(input.vault.id);
  const isChanged = () =>
    countChanges(form.getValues(), { text: base.current.text, questions, files: edited.changes }) > 0;
  const once = useOneAtATime();
  const send = async (body: VaultEdit, text: EditText): Promise<unknown> => {
    const error = await failureOf(edit.mutateAsync(body));
    if (isUnanswered(error)) unanswered.current = text;
    if (!(error instanceof CallError && error.conflict && isOwn(error.conflict))) return undefined;
    // Our own save, whose response never arrived: the rest is saved on top of it.
    unanswered.current = null;
    rebase(baseOf(error.conflict), text);
    const { values } = checkEditForm(form.getValues(), {
      ...base.current,
      hasExecutor: input.hasExecutor,
      now: new Date(),
    });
    return isChanged() ? send(values, text) : finish();
  };
  const save = form.handleSubmit(
    (body) => {
      if (!isChanged()) return finish();
      return once(() => send(body, written()));
    },
    (errors) => parts.open(partsOf(errors)),
  );
  const take = (text: EditText) => stored && rebase(stored, text);
  const rows = stored ? conflictRows(written(), { before: base.current.text, stored: stored.text }) : [];
  return (
    <>
      <LeaveEditDialog
        isUnsaved={(form.formState.isDirty || edited.changes > 0) && !edit.isSuccess}
        onDiscard={endDraft}
      />
      <FocusFallback shown={stored ? 'both versions' : 'the form'} label="The edit">
        {stored ? (
          <ConflictPanel
            // A restored draft adds rows after the first render, and each row's choice starts with its suggestion.
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
          <div>
            <NotStoredNotice />
            {draft && form.formState.isDirty && (
              <RestoredNotice savedAt={draft.savedAt} onDiscard={() => rebase(base.current, base.current.text)} />
            )}
            <EditPartsFields
              input={input}
              state={state}
              edited={edited}
              parts={parts}
              formId={formId}
              onSave={save}
              onTry={() => setTrying(true)}
            />
            <SaveBar
              vaultId={input.vault.id}
              formId={formId}
              state={state}
              fileChanges={edited.changes}
              isBusy={edit.isPending}
            />
          </div>
        )}
      </FocusFallback>
      <TryAnswers vault={input.vault} isOpen={isTrying} onClose={() => setTrying(false)} />
    </>
  );
}

interface SaveBarProps {
  vaultId: string;
  formId: string;
  state: Pick<EditState, 'form' | 'base'>;
  fileChanges: number;
  isBusy: boolean;
}

/** Always in view: how much a save would change, and the buttons to save or cancel. */
function SaveBar({ vaultId, formId, state: { form, base }, fileChanges, isBusy }: SaveBarProps) {
  useWatch({ control: form.control });
  const { data: questions = [] } = useQuestions(vaultId);
  const { text } = base.current;
  const changes = countChanges(form.getValues(), { text, questions, files: fileChanges });
  return (
    <div className="form-bar">
      <p role="status" className="flex-auto text-muted text-sm">
        {changesText(changes, form.formState.errors.scheduledReleaseDate?.message === dateIncomplete)}
      </p>
      <Link to={`/vault/${vaultId}`} className="text-link inline-flex min-h-11 items-center rounded-field px-2">
        Cancel
      </Link>
      <Button type="submit" form={formId} size="compact" isBusy={isBusy}>
        Save
      </Button>
    </div>
  );
}

function changesText(count: number, isDateHalf: boolean): string {
  if (count === 0) return isDateHalf ? 'The date is not complete' : 'No changes yet';
  return `${count === 1 ? '1 change' : `${count} changes`}${isDateHalf ? ', and the date is not complete' : ''}`;
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (failure: unknown) => failure,
  );

function RestoredNotice({ savedAt, onDiscard }: { savedAt: number; onDiscard: () => void }) {
  return (
    <div className="pb-9">
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
    </div>
  );
}
