// The parts of the create form: which fields each has, whether it is complete, and its summary while it is collapsed. Pure.
import { shortDate } from '../../../lib/dates.ts';
import { checkVaultForm, type VaultForm } from '../draft/vault-form.ts';

export type PartName = 'details' | 'recipient' | 'questions' | 'executor' | 'date' | 'terms';

export const fieldsOfPart: Record<PartName, readonly (keyof VaultForm)[]> = {
  details: ['title', 'message'],
  recipient: ['recipientName', 'recipientEmail', 'recipientSecondEmail'],
  questions: ['securityQuestion1', 'securityAnswer1', 'securityQuestion2', 'securityAnswer2'],
  executor: ['executorName', 'executorEmail', 'executorSecondEmail', 'copied'],
  date: ['scheduledReleaseDate'],
  terms: ['termsAccepted'],
};
const partNames = Object.keys(fieldsOfPart) as PartName[];

/** The review's rows that have their own Change link. */
export type ReviewedPart = Exclude<PartName, 'terms'> | 'files';

/** Where each row's Change link leads. */
export const firstFieldOf = {
  details: 'title',
  recipient: 'recipientName',
  executor: 'executorEmail',
  date: 'scheduledReleaseDate',
  questions: 'securityQuestion1',
} as const satisfies Record<Exclude<ReviewedPart, 'files'>, keyof VaultForm>;

/** In page order. */
export const fieldOrder: readonly (keyof VaultForm)[] = ['planType', ...Object.values(fieldsOfPart).flat()];

/** The parts that have content and no error. */
export function completeParts(form: VaultForm, now: Date): ReadonlySet<PartName> {
  const { errors } = checkVaultForm(form, now);
  const isComplete = (part: PartName) =>
    fieldsOfPart[part].every((name) => !errors[name]) && fieldsOfPart[part].some((name) => Boolean(form[name]));
  return new Set(partNames.filter(isComplete));
}

/** Executor and date are one step: either is enough. */
const steps: readonly (readonly PartName[])[] = [
  ['details'],
  ['recipient'],
  ['questions'],
  ['executor', 'date'],
  ['terms'],
];

export const stepsDone = (complete: ReadonlySet<PartName>): { done: number; of: number } => ({
  done: steps.filter((parts) => parts.some((part) => complete.has(part))).length,
  of: steps.length,
});

/** One line for a collapsed part. It never shows an answer, because somebody may be watching. */
export function summaryOfPart(part: PartName, form: VaultForm): string {
  switch (part) {
    case 'details':
      return form.title;
    case 'recipient':
      return `${form.recipientName}, ${form.recipientEmail}`;
    case 'questions':
      return [form.securityQuestion1, form.securityQuestion2].filter(Boolean).join(' · ');
    case 'executor':
      return [form.executorName, form.executorEmail].filter(Boolean).join(', ');
    case 'date':
      return shortDate(form.scheduledReleaseDate);
    case 'terms':
      return '';
  }
}
