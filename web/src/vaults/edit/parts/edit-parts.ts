// The four parts of the edit form, in the order of the create form (decision 123): the fields of each, its summary while collapsed, and how
// many changes a save would make. Pure.
import type { Executor } from '@remembrance/contract/executors.ts';
import type { OwnersQuestion } from '@remembrance/contract/questions.ts';
import { fromLocalInput, shortDate } from '../../../lib/dates.ts';
import { changedText, type EditForm, type EditText, textOf } from '../state/edit-form.ts';

export const editParts = ['details', 'questions', 'executor', 'files'] as const;
export type EditPart = (typeof editParts)[number];

export const isEditPart = (name: string): name is EditPart => (editParts as readonly string[]).includes(name);

const partOf: Record<keyof EditForm, EditPart> = {
  title: 'details',
  message: 'details',
  recipientName: 'details',
  recipientEmail: 'details',
  questions: 'questions',
  scheduledReleaseDate: 'executor',
  isDateRemoved: 'executor',
};

export const partsOf = (fields: object): EditPart[] =>
  Object.keys(fields).flatMap((name) => (name in partOf ? [partOf[name as keyof EditForm]] : []));

export const detailsSummary = ({ title, recipientName, recipientEmail }: EditText): string =>
  [title, [recipientName, recipientEmail].filter(Boolean).join(', ')].filter(Boolean).join(' · ');

/** It never shows an answer, because somebody may be watching. */
export const questionsSummary = (questions: readonly { question: string }[]): string =>
  questions
    .map(({ question }) => question)
    .filter(Boolean)
    .join(' · ');

export function executorSummary(executors: readonly Executor[], text: EditText): string {
  const named = executors.map(({ name, email }) => name || email);
  const { scheduledReleaseDate: date } = text;
  return [...named, date ? shortDate(fromLocalInput(date)) : 'No date'].join(' · ');
}

export const filesSummary = (names: readonly string[]): string => names.join(' · ') || 'No files';

interface Changes {
  text: EditText;
  questions: readonly OwnersQuestion[];
  files: number;
}

/** Counts each field, the questions together, and each file. */
export const countChanges = (form: EditForm, { text, questions, files }: Changes): number =>
  Object.keys(changedText(textOf(form, text), text)).length + (areQuestionsChanged(form, questions) ? 1 : 0) + files;

function areQuestionsChanged({ questions: edited }: EditForm, stored: readonly OwnersQuestion[]): boolean {
  if (edited.length === 0) return false;
  if (edited.length !== stored.length) return true;
  return edited.some(({ question, answers }, at) => {
    const hasAnswer = answers.some((answer) => answer.trim() !== '');
    return hasAnswer || question.trim() !== stored[at]?.question;
  });
}
