// Reports to the owner which recipient, date, questions or content an edit changed, each with an undo link, and also a title if it used
// the plan's last edit. A draft has no release to lose.

import type { FilesPlan } from '../../files/stored/file-rules.ts';
import type { StoredWords } from '../../files/stored/save-files.ts';
import type { Change } from '../../people/owner-changes/report-change.ts';
import { formatPerson, type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { VaultRow } from '../vault/vault-store.ts';
import type { QuestionChange } from './question-edits.ts';
import { type Editable, isRedirected } from './vault-rules.ts';
import { readVaultState, recipientOf, stateOfQuestions } from './vault-state.ts';

export interface DoneEdit {
  /** The vault before the edit, with its sealed message, and its files. */
  before: VaultRow;
  filesBefore: readonly StoredWords[];
  changes: Partial<Editable>;
  questions: QuestionChange | null;
  files: Pick<FilesPlan, 'added' | 'removed' | 'reworded'>;
  isContentReported: boolean;
  /** The vault's version after the edit, if the plan counted it. It is counted no longer once all of it is undone. */
  editVersion: number | null;
  isLastEdit: boolean;
}

/** Call it after everything is saved, in the same transaction. */
export async function reportEdit(needs: ReportChangeNeeds, tx: Transaction, edit: DoneEdit): Promise<void> {
  const { before: vault, changes, questions, editVersion, isLastEdit } = edit;
  const { scheduledReleaseDate: date } = changes;
  const parts = [
    ...(isLastEdit && changes.title !== undefined ? [titleChange(vault, changes.title)] : []),
    ...(questions ? [questionChange(questions)] : []),
    ...(isRedirected(changes) ? [recipientChange(vault, changes)] : []),
    ...(date !== undefined && vault.paymentStatus !== 'unpaid' ? [dateChange(vault, date)] : []),
    ...(edit.isContentReported ? [contentChange(edit)] : []),
  ];
  const about = { userId: vault.creatorId, vault: { id: vault.id, title: vault.title }, editVersion, isLastEdit };
  for (const part of parts) {
    const state = await readVaultState(tx, vault.id, part.kind);
    await reportChange(needs, tx, { ...about, ...part, state });
  }
}

type Part = Pick<Change, 'kind' | 'earlier' | 'before' | 'after'>;

const titleChange = ({ title }: VaultRow, after: string): Part => ({
  kind: 'title',
  earlier: { title },
  before: title,
  after,
});

function questionChange({ before, after }: QuestionChange): Part {
  const count = after.length === 1 ? 'one question' : `${after.length} questions`;
  return { kind: 'questions', earlier: stateOfQuestions(before), after: count };
}

function recipientChange(vault: VaultRow, changes: Partial<Editable>): Part {
  const { recipientName = vault.recipientName, recipientEmail = vault.recipientEmail } = changes;
  const earlier = recipientOf(vault);
  const after = formatPerson({ name: recipientName, email: recipientEmail });
  const { secondEmail } = earlier;
  // The save has removed it: it may belong to the previous recipient.
  const without =
    secondEmail && changes.recipientEmail !== undefined ? `, without the second address ${secondEmail}` : '';
  return { kind: 'recipient', earlier, before: formatPerson(earlier), after: after + without };
}

// A later date is reported too: like a removed date, it withholds what was promised.
function dateChange({ scheduledReleaseDate }: VaultRow, date: Date | null): Part {
  const releaseDate = scheduledReleaseDate?.toISOString() ?? null;
  return {
    kind: 'release-date',
    earlier: { releaseDate },
    before: releaseDate ?? undefined,
    after: date?.toISOString(),
  };
}

function contentChange({ before: vault, filesBefore, changes, files: { added, removed, reworded } }: DoneEdit): Part {
  const happened = [
    ...(changes.message === undefined ? [] : ['its message was replaced']),
    ...(removed.length > 0 ? [counted(removed, 'removed')] : []),
    ...(reworded.length > 0 ? ['captions or transcripts of its files were changed'] : []),
  ];
  // Only the last edit of a plan is reported without a loss.
  const gained = added.length > 0 ? counted(added, 'added') : 'its files were put in order or got captions';
  return {
    kind: 'content',
    earlier: {
      message: vault.message,
      messageWrittenAt: vault.messageWrittenAt.toISOString(),
      files: [...filesBefore],
      addedFiles: added,
    },
    after: new Intl.ListFormat('en').format(happened.length > 0 ? happened : [gained]),
  };
}

const counted = (files: readonly string[], verb: string): string =>
  files.length === 1 ? `a file was ${verb}` : `${files.length} files were ${verb}`;
