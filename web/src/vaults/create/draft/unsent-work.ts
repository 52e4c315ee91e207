// The answers and files of an unfinished vault, in this page's memory, so that visiting the pricing page and returning loses
// nothing. Closing or reloading the page deletes the answers, which are stored nowhere else.
import type { ChosenFile } from '../../files/upload/choose-files.ts';
import type { VaultForm } from './vault-form.ts';

export interface UnsentWork {
  answers: Pick<VaultForm, 'securityAnswer1' | 'securityAnswer2'>;
  files: readonly ChosenFile[];
}

let held: { draftId: string; work: UnsentWork } | undefined;

/** Stores nothing when there is neither an answer nor a file. */
export function storeUnsentWork(draftId: string, work: UnsentWork): void {
  const isNone = work.files.length === 0 && Object.values(work.answers).every((answer) => answer === '');
  held = isNone ? undefined : { draftId, work };
}

export const readUnsentWork = (draftId: string): UnsentWork | undefined =>
  held?.draftId === draftId ? held.work : undefined;

export function clearUnsentWork(): void {
  held = undefined;
}
