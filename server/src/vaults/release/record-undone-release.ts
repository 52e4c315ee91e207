// Everything that follows from the undo of a release, in its transaction: the recipient's links, guesses and codes end, what has not been sent is
// withdrawn, and the people who heard of the release are notified. A restore repeats it; the once-keys then send nothing twice.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { type NewLetterInput, type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { holdLetters, mayHaveLeft, withdrawLetters } from '../../letters/ledger/withdrawn-letter-store.ts';
import type { QueuedContent } from '../../letters/templates/queued-content.ts';
import { endChangesOfVault } from '../../people/owner-changes/owner-change-store.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import { editRefusal } from '../../plans/edit-rules.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { withdrawLinks } from '../recipients/link-store.ts';
import { numbered } from '../recipients/new-link.ts';
import type { VaultRow } from '../vault/vault-store.ts';
import { endCodesOf } from '../vault-access/code-store.ts';
import { forgetGuesses } from '../vault-access/guess-store.ts';

export interface UndoneReleaseNeeds extends QueueLetterNeeds {
  publicUrl: string;
}

/** Letters that a release or its date caused. */
const lettersOfRelease: readonly LetterKind[] = [
  'recipient-invitation',
  'recipient-fresh-link',
  'recipient-reminder',
  'recipient-unreached',
  'executor-unopened',
  'owner-unopened',
  'correction-asked',
  'recipient-correction',
  'recipient-code',
  'questions-paused',
  'questions-locked',
  'owner-questions-locked',
  'owner-questions-reopened',
  'vault-released',
  'release-reminder',
];

/** Ends what the release has begun. @returns whether the recipient may have got an email about it */
export async function endRelease(
  needs: UndoneReleaseNeeds,
  tx: Transaction,
  { vaultId, number }: { vaultId: string; number: number },
): Promise<boolean> {
  const now = needs.clock.now();
  const onceKey = numbered(`recipient-invitation/${vaultId}`, number);
  await holdLetters(tx, vaultId, lettersOfRelease);
  const wasWrittenTo = await mayHaveLeft(tx, { onceKey, vaultId, later: 'recipient-fresh-link' });
  await withdrawLetters(tx, { vaultId, kinds: lettersOfRelease }, now);
  await withdrawLinks(tx, vaultId);
  await forgetGuesses(tx, vaultId);
  await endCodesOf(tx, vaultId);
  await endChangesOfVault(tx, { vaultId, kind: 'release' }, now);
  return wasWrittenTo;
}

interface UndoneRelease {
  user: UserRow;
  /** As it is now. */
  vault: VaultRow;
  editsAllowed: number;
  /** How many releases were undone before this one. */
  number: number;
  removedDate: Date | null;
  wasWrittenTo: boolean;
}

export async function notifyOfUndoneRelease(
  needs: UndoneReleaseNeeds,
  tx: Transaction,
  { user, vault, editsAllowed, number, removedDate, wasWrittenTo }: UndoneRelease,
): Promise<void> {
  const executors = (await listExecutors(tx, vault.id)).filter(({ codeSentAt }) => codeSentAt !== null);
  const onceKey = numbered(`release-undone/${vault.id}`, number);
  const { title: vaultTitle, recipientName } = vault;
  const isOpen = user.deletedAt === null && user.suspendedAt === null;
  const facts = {
    firstName: greetingName(user),
    vaultTitle,
    recipientName,
    at: needs.clock.now().toISOString(),
    removedDate: removedDate?.toISOString() ?? null,
    nextDate: isOpen ? (vault.scheduledReleaseDate?.toISOString() ?? null) : null,
    hasExecutor: executors.length > 0,
    isRecipientNotified: wasWrittenTo,
    canEdit: isOpen && editRefusal(vault, editsAllowed) === null,
    link: `${needs.publicUrl}/vault/${vault.id}`,
  };
  await writeToUser(needs, tx, user, { kind: 'release-undone', facts, vaultId: vault.id, onceKey });
  const letterTo = (to: NewLetterInput['to'], key: string, content: QueuedContent): NewLetterInput => ({
    to,
    vaultId: vault.id,
    onceKey: `${onceKey}/${key}`,
    content,
  });
  const shared = { ownerName: ownerName(user), vaultTitle, recipientName };
  const toExecutors = executors.map(({ id, name, email }) => {
    const about = { ...shared, executorName: name, removesDate: removedDate !== null };
    return letterTo({ name, email }, id, { kind: 'executor-release-undone', facts: about });
  });
  const toRecipient = letterTo({ name: recipientName, email: vault.recipientEmail }, 'recipient', {
    kind: 'recipient-release-undone',
    facts: { recipientName },
  });
  await queueLetter(needs, tx, ...toExecutors, ...(wasWrittenTo ? [toRecipient] : []));
}
