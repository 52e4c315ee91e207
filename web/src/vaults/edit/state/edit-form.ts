// The fields of the edit form and their conversion to the request body, which has the changed fields alone.
import { type editVault, editVaultBody } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type { OwnersQuestion } from '@remembrance/contract/questions.ts';
import { dateInThePast, releaseWayMissing, type Vault } from '@remembrance/contract/vaults.ts';
import type { FieldErrors } from 'react-hook-form';
import { fromLocalInput, toLocalInput } from '../../../lib/dates.ts';
import { validateForm } from '../../../lib/form.ts';
import { dateIncomplete } from '../../../ui/fields/date-time-field.tsx';

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
  /** A date that is set is removed by this alone, never by emptying its field. */
  isDateRemoved: boolean;
  /** Empty while the questions stay as they are. */
  questions: QuestionForm[];
}

export type VaultEdit = BodyOf<typeof editVault>;

type Edited = Pick<Vault, (typeof editTextFields)[number]>;

export function editTextOf({ title, recipientName, recipientEmail, message, scheduledReleaseDate }: Edited): EditText {
  const date = scheduledReleaseDate ? toLocalInput(scheduledReleaseDate) : '';
  return { title, recipientName, recipientEmail, message, scheduledReleaseDate: date };
}

export const editFormOf = (text: EditText): EditForm => ({ ...text, isDateRemoved: false, questions: [] });

export const questionFormOf = ({ id, question }: Pick<OwnersQuestion, 'id' | 'question'>): QuestionForm => ({
  id,
  question,
  answers: [''],
});

/** The fields whose text differs. */
export const changedText = (form: EditText, before: EditText): Partial<EditText> =>
  Object.fromEntries(editTextFields.filter((name) => form[name] !== before[name]).map((name) => [name, form[name]]));

/** The text a save would store. A field that is emptied, or holds half a date, leaves the stored date as it is. */
export function textOf(form: EditForm, before: EditText): EditText {
  const { title, recipientName, recipientEmail, message, isDateRemoved } = form;
  const date = isDateRemoved ? '' : form.scheduledReleaseDate || before.scheduledReleaseDate;
  return { title, recipientName, recipientEmail, message, scheduledReleaseDate: date };
}

/** The text that an edit is based on, and its version. */
export interface EditBase {
  text: EditText;
  version: number;
}

interface EditContext extends EditBase {
  hasExecutor: boolean;
  /** Whether the date's field is half written. */
  hasHalfDate?: boolean;
  now: Date;
}

export const dateEmptied = 'Please choose a date and time, or press “Remove the date”';

export function checkEditForm(
  form: EditForm,
  { text, version, ...context }: EditContext,
): { values: VaultEdit; errors: FieldErrors<EditForm> } {
  const { scheduledReleaseDate: local, ...texts } = changedText(textOf(form, text), text);
  const dateFault = faultOfDate(form, { before: text.scheduledReleaseDate, ...context });
  const dateErrors = dateFault ? { scheduledReleaseDate: { type: 'date', message: dateFault } } : {};
  const hasQuestions = form.questions.length > 0;
  if (local === undefined && !hasQuestions && Object.keys(texts).length === 0)
    return { values: { version }, errors: dateErrors };
  const { values, errors } = validateForm(editVaultBody, {
    version,
    ...texts,
    ...(local !== undefined &&
      (local === '' ? { removesReleaseDate: true } : { scheduledReleaseDate: fromLocalInput(local) })),
    ...(hasQuestions && { questions: form.questions.map(editedQuestionOf) }),
  });
  return { values: values as VaultEdit, errors: { ...dateErrors, ...errors } };
}

type DateContext = Omit<EditContext, keyof EditBase> & { before: string };

/** What is wrong with the date, beyond what the contract refuses. A date that was not touched is right, however old it is. */
function faultOfDate(
  { scheduledReleaseDate: local, isDateRemoved }: EditForm,
  { before, hasExecutor, hasHalfDate = false, now }: DateContext,
): string | undefined {
  if (isDateRemoved) return hasExecutor ? undefined : releaseWayMissing;
  if (hasHalfDate) return dateIncomplete;
  if (local === before) return undefined;
  if (local === '') return hasExecutor ? dateEmptied : releaseWayMissing;
  return Date.parse(fromLocalInput(local)) <= now.getTime() ? dateInThePast : undefined;
}

/** Blank spellings are not sent. A stored question without a new answer keeps the one it has. */
function editedQuestionOf({ id, question, answers }: QuestionForm) {
  const given = answers.filter((answer, i) => i === 0 || answer.trim() !== '');
  const isKept = id !== '' && answers.every((answer) => answer.trim() === '');
  return { ...(id === '' ? {} : { id }), question, ...(isKept ? {} : { answers: given }) };
}
