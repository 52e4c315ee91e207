// Two versions of a vault side by side: which fields differ, and the result of the owner's choices. Pure.
import type { EditConflict } from '@remembrance/contract/problem.ts';
import { changedText, type EditBase, type EditText, editTextFields, editTextOf } from './edit-form.ts';

export type FieldName = (typeof editTextFields)[number];
export type Choice = 'stored' | 'own';

export interface ConflictRow {
  name: FieldName;
  stored: string;
  own: string;
  /** Applies until the owner chooses: their own change if there is one, otherwise the saved value. */
  suggested: Choice;
}

export const baseOf = ({ stored }: EditConflict): EditBase => ({ text: editTextOf(stored), version: stored.version });

/** The fields in which the owner's text differs from the stored text. `before` is the text that was shown first. */
export function conflictRows(own: EditText, { before, stored }: { before: EditText; stored: EditText }): ConflictRow[] {
  const changedHere = changedText(own, before);
  return editTextFields
    .filter((name) => own[name] !== stored[name])
    .map((name) => ({
      name,
      stored: stored[name],
      own: own[name],
      suggested: changedHere[name] === undefined ? 'stored' : 'own',
    }));
}

/** The text after the choices. A row without a choice uses the suggestion. */
export const mergedText = (
  stored: EditText,
  rows: readonly ConflictRow[],
  choices: Partial<Record<FieldName, Choice>>,
): EditText => ({
  ...stored,
  ...Object.fromEntries(
    rows.filter(({ name, suggested }) => (choices[name] ?? suggested) === 'own').map(({ name, own }) => [name, own]),
  ),
});

/** Whether the stored text is what this page sent without getting a response: its own save, and nobody else's. */
export const isOwnSave = (stored: EditText, sent: EditText | null): boolean =>
  sent !== null && editTextFields.every((name) => stored[name].trim() === sent[name].trim());
