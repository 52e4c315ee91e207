// Two versions of a vault side by side: which fields differ, and what comes of the owner's choices. Pure.
import type { EditConflict } from '@remembrance/contract/edit-conflict.ts';
import { changedText, type EditBase, type EditText, editTextFields, editTextOf } from './edit-form.ts';

export type FieldName = (typeof editTextFields)[number];
export type Choice = 'stored' | 'own';

export interface ConflictRow {
  name: FieldName;
  stored: string;
  own: string;
  /** What is chosen until the owner chooses: their own change, and otherwise what is saved. */
  suggested: Choice;
}

export const baseOf = ({ stored }: EditConflict): EditBase => ({ text: editTextOf(stored), version: stored.version });

/** The fields in which the owner's text differs from what is stored. `before` is the text that was shown first. */
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

/** The text after the choices. A row without a choice follows the suggestion. */
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

/** Whether what is stored is what this page sent without getting an answer: its own save, and nobody else's. */
export const isOwnSave = (stored: EditText, sent: EditText | null): boolean =>
  sent !== null && editTextFields.every((name) => stored[name].trim() === sent[name].trim());
