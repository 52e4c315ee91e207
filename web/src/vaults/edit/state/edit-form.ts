// The fields of the edit form and their conversion to the request body, which has only the changed fields.
import { type editVault, editVaultBody } from '@remembrance/contract/edit-vault.ts';
import type { BodyOf } from '@remembrance/contract/endpoint.ts';
import type { OwnersQuestion } from '@remembrance/contract/questions.ts';
import { releaseWayMissing, type Vault } from '@remembrance/contract/vaults.ts';
import type { FieldErrors } from 'react-hook-form';
import { fromLocalInput, toLocalInput } from '../../../lib/dates.ts';
import { validateForm } from '../../../lib/form.ts';
import { dateIncomplete } from '../../../ui/fields/date-time-field.tsx';
import { dateIsPast } from '../../form/past-date.ts';

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
  /** The stored question's id; blank for a new one. */
  id: string;
  question: string;
  /** The spellings of a new answer; all blank if the stored one stays. */
  answers: string[];
}

export interface EditForm extends EditText {
  /** Only this removes an existing date; clearing its field never does. */
  isDateRemoved: boolean;
  /** Empty while the questions are unchanged. */
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

export const changedText = (form: EditText, before: EditText): Partial<EditText> =>
  Object.fromEntries(editTextFields.filter((name) => form[name] !== before[name]).map((name) => [name, form[name]]));

/** The text a save would store. An empty field, or a partial date, leaves the stored date unchanged. */
export function textOf(form: EditForm, before: EditText): EditText {
  const { title, recipientName, recipientEmail, message, isDateRemoved } = form;
  const date = isDateRemoved ? '' : form.scheduledReleaseDate || before.scheduledReleaseDate;
  return { title, recipientName, recipientEmail, message, scheduledReleaseDate: date };
}

export interface EditBase {
  text: EditText;
  version: number;
}

interface EditContext extends EditBase {
  hasExecutor: boolean;
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

/** Errors in the date beyond those the contract checks. An untouched date is valid, however old it is. */
function faultOfDate(
  { scheduledReleaseDate: local, isDateRemoved }: EditForm,
  { before, hasExecutor, hasHalfDate = false, now }: DateContext,
): string | undefined {
  if (isDateRemoved) return hasExecutor ? undefined : releaseWayMissing;
  if (hasHalfDate) return dateIncomplete;
  if (local === before) return undefined;
  if (local === '') return hasExecutor ? dateEmptied : releaseWayMissing;
  return Date.parse(fromLocalInput(local)) <= now.getTime() ? dateIsPast(now) : undefined;
}

/** Blank spellings are not sent. A stored question without a new answer keeps the one it has. */
function editedQuestionOf({ id, question, answers }: QuestionForm) {
  const given = answers.filter((answer, i) => i === 0 || answer.trim() !== '');
  const isKept = id !== '' && answers.every((answer) => answer.trim() === '');
  return { ...(id === '' ? {} : { id }), question, ...(isKept ? {} : { answers: given }) };
}
