// The text of an edit that can no longer be saved, shown for reading and copying, so that the refusal loses nothing.
import { useEffect, useState } from 'react';
import { longDate } from '../../lib/dates.ts';
import { draftDays } from '../../people/sessions/forget-on-sign-out.ts';
import { browserStore } from '../form/sealed-drafts.ts';
import { type EditDraft, readEditDraft } from './state/edit-draft.ts';
import { editTextFields, editTextLabels } from './state/edit-form.ts';

export function UnsavedEdit({ ownerId, vaultId }: { ownerId: string; vaultId: string }) {
  const [draft, setDraft] = useState<EditDraft>();
  // In an effect, because the form that was here until now writes its draft when it unmounts.
  useEffect(() => setDraft(readEditDraft(browserStore(), { ownerId, vaultId }, new Date())), [ownerId, vaultId]);
  if (!draft) return null;
  return (
    <section aria-labelledby="unsaved" className="mt-10 grid gap-5 border-line border-t pt-6">
      <div>
        <h2 id="unsaved" className="font-display text-title-sm">
          What you wrote was not saved
        </h2>
        <p className="mt-1.5 text-muted text-sm">
          It stays in this browser for {draftDays} days. Copy from here what you want to keep.
        </p>
      </div>
      <dl className="grid gap-4">
        {editTextFields.flatMap((name) => {
          const text = draft.text[name];
          if (!text) return [];
          return [
            <div key={name}>
              <dt className="font-semibold text-sm">{editTextLabels[name]}</dt>
              <dd dir="auto" className="mt-1 whitespace-pre-wrap text-start [overflow-wrap:anywhere]">
                {name === 'scheduledReleaseDate' ? longDate(text) : text}
              </dd>
            </div>,
          ];
        })}
      </dl>
    </section>
  );
}
