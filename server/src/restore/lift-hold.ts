// Ends the hold after a restore, in the caller's transaction, and says what the journal changed and what it leaves in doubt.
import { listDetails } from '../audit/audit-store.ts';
import type { Transaction } from '../database/transaction.ts';
import { lockHead, readHead, setHead } from '../journal/journal-store.ts';
import { type Followed, type FollowNeeds, followJournal } from './follow-journal.ts';

export interface HoldReport {
  /** How many of each kind were changed since the restore. */
  changed: Record<string, number>;
  inDoubt: Followed;
}

/** Null if there is no hold. */
export async function readHold(needs: FollowNeeds): Promise<HoldReport | null> {
  const inDoubt = await followJournal(needs);
  const { onHoldSince } = await readHead(needs.database);
  if (!inDoubt || !onHoldSince) return null;
  const changed: Record<string, number> = {};
  for (const detail of await listDetails(needs.database, 'journal-followed', onHoldSince)) {
    for (const [kind, count] of Object.entries(detail as Record<string, number>))
      changed[kind] = (changed[kind] ?? 0) + count;
  }
  return { changed, inDoubt };
}

/** From the next line on the journal belongs to this database. */
export async function liftHold({ journalFile }: FollowNeeds, tx: Transaction): Promise<void> {
  const last = await journalFile.readLast();
  const { position } = await lockHead(tx);
  await setHead(tx, { onHoldSince: null, position: Math.max(position, last?.position ?? 0) });
}

export function describeHold({ changed, inDoubt }: HoldReport): string {
  const { missingVaults, notReleased, waitingLetters, unsignedLines } = inDoubt;
  const lines = Object.entries(changed).map(
    ([kind, count]) => `  ${String(count).padStart(6)}  ${words[kind] ?? kind}`,
  );
  return [
    lines.length > 0 ? 'By the journal, since the backup:' : 'By the journal nothing happened since the backup.',
    ...lines,
    ...listed(missingVaults, 'created after the backup, so it is in no backup and lost; write to its owner'),
    ...listed(notReleased, 'was released before, and could not be released again'),
    waitingLetters > 0 &&
      `${waitingLetters} letters wait. The journal does not say that they were sent; each is sent with the Message-ID it had, or given up and reported where its key is gone.`,
    unsignedLines > 0 && `${unsignedLines} lines of the journal were changed or cut off, and say nothing.`,
  ]
    .filter(Boolean)
    .join('\n');
}

const words: Record<string, string> = {
  letter: 'letters were sent; they are not sent again',
  account: 'accounts were deleted, kept or suspended',
  vault: 'vaults had another recipient, date or state, or were deleted',
  executor: 'executors or their codes were changed; a code that was withdrawn stays so',
  link: "recipients' links were sent or ended",
  file: 'files were removed',
  released: 'vaults were released; they are released again, with the same link',
};

const listed = (vaultIds: readonly string[], says: string): string[] => vaultIds.map((id) => `Vault ${id}: ${says}.`);
