// Everything that follows from the undo of a release, in its transaction: the recipient's links, guesses and codes end, what has not been sent is
// withdrawn, and the people who heard of the release are notified. A restore repeats it; the once-keys then send nothing twice.
import type { LetterKind } from '@remembrance/contract/letters.ts';
import { type NewLetterInput, type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import { toEachMailbox } from '../../letters/ledger/to-each-mailbox.ts';
import {
  holdLetters,
  listReached,
  type Reached,
  withdrawLetters,
} from '../../letters/ledger/withdrawn-letter-store.ts';
import type { QueuedContent } from '../../letters/templates/queued-content.ts';
import { endChangesOfVault } from '../../people/owner-changes/owner-change-store.ts';
import { greetingName, ownerName } from '../../people/users/owner-name.ts';
import type { UserRow } from '../../people/users/user-store.ts';
import { writeToUser } from '../../people/users/write-to-user.ts';
import { editRefusal } from '../../plans/edit-rules.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { listExecutors } from '../executors/executor-store.ts';
import { endReminders } from '../recipients/link-choice-store.ts';
import { withdrawLinks } from '../recipients/link-store.ts';
import { numbered } from '../recipients/new-link.ts';
import { endRequestOfRelease } from '../requests/request-store.ts';
import type { VaultRow } from '../vault/vault-store.ts';
import { endCodesOf } from '../vault-access/code-store.ts';
import { forgetGuesses } from '../vault-access/guess-store.ts';

export interface UndoneReleaseNeeds extends QueueLetterNeeds {
  publicUrl: string;
}

/** Letters with a link for the recipient. */
const lettersWithLink: readonly LetterKind[] = ['recipient-invitation', 'recipient-fresh-link', 'recipient-reminder'];
/** Letters that a release or its date caused. */
const lettersOfRelease: readonly LetterKind[] = [
  ...lettersWithLink,
  'recipient-unreached',
  'executor-unopened',
  'owner-unopened',
  'correction-asked',
  'recipient-correction',
  'executor-correction',
  'link-disowned',
  'recipient-code',
  'questions-paused',
  'questions-locked',
  'owner-questions-locked',
  'owner-questions-reopened',
  'vault-released',
  'release-reminder',
];

/** Ends what the release has begun. @returns the addresses that may have got a link */
export async function endRelease(
  needs: UndoneReleaseNeeds,
  tx: Transaction,
  { vaultId, number }: { vaultId: string; number: number },
): Promise<Reached[]> {
  const now = needs.clock.now();
  const onceKey = numbered(`recipient-invitation/${vaultId}`, number);
  await holdLetters(tx, vaultId, lettersOfRelease);
  const reached = await listReached(tx, { onceKey, vaultId, kinds: lettersWithLink });
  await withdrawLetters(tx, { vaultId, kinds: lettersOfRelease }, now);
  await withdrawLinks(tx, vaultId);
  await endReminders(tx, vaultId);
  await forgetGuesses(tx, vaultId);
  await endCodesOf(tx, vaultId);
  await endChangesOfVault(tx, { vaultId, kind: 'release' }, now);
  await endRequestOfRelease(tx, vaultId, now);
  return reached;
}

interface UndoneRelease {
  user: UserRow;
  /** As it is now. */
  vault: VaultRow;
  editsAllowed: number;
  /** How many releases were undone before this one. */
  number: number;
  removedDate: Date | null;
  reached: readonly Reached[];
  /** The address to which an executor had redirected the release; null for none. */
  undoneCorrection: string | null;
}

export async function notifyOfUndoneRelease(
  needs: UndoneReleaseNeeds,
  tx: Transaction,
  { user, vault, editsAllowed, number, removedDate, reached, undoneCorrection }: UndoneRelease,
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
    isRecipientNotified: reached.length > 0,
    undoneCorrection,
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
  const toExecutors = executors.flatMap((executor) => {
    const about = { ...shared, executorName: executor.name, removesDate: removedDate !== null };
    const content = { kind: 'executor-release-undone' as const, facts: about };
    return toEachMailbox(executor, { vaultId: vault.id, onceKey: `${onceKey}/${executor.id}`, content });
  });
  const isFirst = ({ email }: Reached) => email === '' || email.toLowerCase() === vault.recipientEmail.toLowerCase();
  const toRecipients = reached.map((one) =>
    letterTo(
      { name: recipientName, email: one.email || vault.recipientEmail },
      isFirst(one) ? 'recipient' : `recipient/${one.letterId}`, // an address must not be in a key
      { kind: 'recipient-release-undone', facts: { recipientName } },
    ),
  );
  await queueLetter(needs, tx, ...toExecutors, ...toRecipients);
}
