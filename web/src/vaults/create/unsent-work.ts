// Answers and files of a vault being written, held in this page's memory and nowhere else, so that a look at the prices
// and back loses nothing. Closing or reloading the page forgets them.
import type { ChosenFile } from '../../files/choose-files.ts';
import type { VaultForm } from './vault-form.ts';

export interface UnsentWork {
  answers: Pick<VaultForm, 'securityAnswer1' | 'securityAnswer2'>;
  files: readonly ChosenFile[];
}

let held: { ownerId: string; work: UnsentWork } | undefined;

/** Work without an answer or a file is none. */
export function holdWork(ownerId: string, work: UnsentWork): void {
  const isNone = work.files.length === 0 && Object.values(work.answers).every((answer) => answer === '');
  held = isNone ? undefined : { ownerId, work };
}

export const heldWork = (ownerId: string): UnsentWork | undefined =>
  held?.ownerId === ownerId ? held.work : undefined;

export function forgetWork(): void {
  held = undefined;
}
