// The form that edits a vault: its fields, what was restored from this browser, both versions in a conflict, and the bar that saves.
import { useId, useState } from 'react';
import { longDate } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { FocusFallback } from '../../ui/focus-fallback.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NotStoredNotice } from '../form/not-stored-notice.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { LeaveEditDialog } from './leave-edit-dialog.tsx';
import { EditPartsFields } from './parts/edit-parts-fields.tsx';
import { TryAnswers } from './parts/try-answers.tsx';
import { SaveBar } from './save-bar.tsx';
import { type EditFormInput, useEditForm } from './use-edit-form.ts';

export function EditVaultForm(input: EditFormInput) {
  const { state, edited, parts, rows, take, save, isSaving, isUnsaved } = useEditForm(input);
  const { form, base, stored, rebase, endDraft, draft } = state;
  const { vault } = input;
  const [isTrying, setTrying] = useState(false);
  const formId = useId();
  return (
    <>
      <LeaveEditDialog isUnsaved={isUnsaved} onDiscard={endDraft} />
      <FocusFallback shown={stored ? 'both versions' : 'the form'} label="The edit">
        {stored ? (
          <ConflictPanel
            // A restored draft adds rows after the first render, and each row's choice starts with its suggestion.
            key={rows.map(({ name }) => name).join()}
            stored={stored.text}
            rows={rows}
            isBusy={isSaving}
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
            <SaveBar formId={formId} state={state} vaultId={vault.id} fileChanges={edited.changes} isBusy={isSaving} />
          </div>
        )}
      </FocusFallback>
      <TryAnswers vault={vault} isOpen={isTrying} onClose={() => setTrying(false)} />
    </>
  );
}

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
