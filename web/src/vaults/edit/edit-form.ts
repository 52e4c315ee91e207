// The fields of the edit form and their conversion to the request body, which has the changed fields alone.
import { type editVault, editVaultBody } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type { OwnersQuestion } from '@remembrance/contract/questions.ts';
import { dateInThePast, releaseWayMissing, type Vault } from '@remembrance/contract/vaults.ts';
import type { FieldErrors } from 'react-hook-form';
import { fromLocalInput, toLocalInput } from '../../lib/dates.ts';
import { validateForm } from '../../lib/form.ts';

export const editTextFields = ['title', 'recipientName', 'recipientEmail', 'message', 'scheduledReleaseDate'] as const;
/** The release date is the value of a datetime-local field: local time without a zone. */
export type EditText = Record<(typeof editTextFields)[number], string>;

export const editTextLabels: EditText = {
  title: 'Vault title',
  recipientName: 'Recipient name',
  recipientEmail: 'Recipient email',
  message: 'Personal message',
  scheduledReleaseDate: 'Release date',
};

export interface QuestionForm {
  /** Of the stored question; blank for a new one. */
  id: string;
  question: string;
  /** The spellings of a new answer; all blank where the stored one stays. */
  answers: string[];
}

export interface EditForm extends EditText {
  /** Empty while the questions stay as they are. */
  questions: QuestionForm[];
}

export type VaultEdit = BodyOf<typeof editVault>;

type Edited = Pick<Vault, (typeof editTextFields)[number]>;

export function editTextOf({ title, recipientName, recipientEmail, message, scheduledReleaseDate }: Edited): EditText {
  const date = scheduledReleaseDate ? toLocalInput(scheduledReleaseDate) : '';
  return { title, recipientName, recipientEmail, message, scheduledReleaseDate: date };
}

export const editFormOf = (vault: Edited): EditForm => ({ ...editTextOf(vault), questions: [] });

export const questionFormOf = ({ id, question }: Pick<OwnersQuestion, 'id' | 'question'>): QuestionForm => ({
  ...{ id, question, answers: [''] },
});

/** The fields whose text differs. */
export const changedText = (form: EditText, before: EditText): Partial<EditText> =>
  Object.fromEntries(editTextFields.filter((name) => form[name] !== before[name]).map((name) => [name, form[name]]));

/** The text that an edit is based on, and its version. */
export interface EditBase {
  text: EditText;
  version: number;
}

interface EditContext extends EditBase {
  hasExecutor: boolean;
  now: Date;
}

export function checkEditForm(
  form: EditForm,
  { text, version, hasExecutor, now }: EditContext,
): { values: VaultEdit; errors: FieldErrors<EditForm> } {
  const { scheduledReleaseDate: local, ...texts } = changedText(form, text);
  const isMoved = local !== undefined;
  const hasQuestions = form.questions.length > 0;
  if (!(isMoved || hasQuestions) && Object.keys(texts).length === 0) return { values: { version }, errors: {} };
  const instant = fromLocalInput(local ?? '');
  const { values, errors } = validateForm(editVaultBody, {
    ...{ version, ...texts },
    ...(isMoved && { scheduledReleaseDate: instant }),
    ...(hasQuestions && { questions: form.questions.map(editedQuestionOf) }),
  });
  if (isMoved && Date.parse(instant) <= now.getTime()) {
    errors.scheduledReleaseDate ??= { type: 'past', message: dateInThePast };
  }
  if (isMoved && local === '' && !hasExecutor) {
    errors.scheduledReleaseDate ??= { type: 'required', message: releaseWayMissing };
  }
  return { values: values as VaultEdit, errors };
}

/** Blank spellings are not sent. A stored question without a new answer keeps the one it has. */
function editedQuestionOf({ id, question, answers }: QuestionForm) {
  const given = answers.filter((answer, i) => i === 0 || answer.trim() !== '');
  const isKept = id !== '' && answers.every((answer) => answer.trim() === '');
  return { ...(id === '' ? {} : { id }), question, ...(isKept ? {} : { answers: given }) };
}
