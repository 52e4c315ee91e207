// Ends the hold after a restore, in the caller's transaction. Reports what the journal changed and what remains in doubt.

import { correctionHours } from '@remembrance/contract/limits.ts';
import { beginRoundsAgain } from '../../people/users/check-in-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import { findReason, listDetails } from '../../records/acts/act-store.ts';
import { lockHead, readHead, setHead } from '../../records/journal/journal-store.ts';
import { postponeRequests } from '../../vaults/requests/postpone-request-store.ts';
import {
  findOwnerAddresses,
  listUnreleasedVaults,
  postponeCorrections,
} from '../../vaults/vault/journal-vault-store.ts';
import type { Side } from './both-sides.ts';
import { type Followed, type FollowNeeds, followJournal } from './follow-journal.ts';

export interface HoldReport {
  /** Why the journal was skipped; null if it was followed. */
  withoutJournal: string | null;
  /** The unreleased vaults of this database, if the journal was skipped. */
  unknownVaults: string[];
  /** The number of changes of each kind since the restore. */
  changed: Record<string, number>;
  inDoubt: Followed;
  /** The addresses of the owners of the vaults in doubt, by vault. A missing one is in neither the database nor the journal. */
  owners: ReadonlyMap<string, string>;
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
  const withoutJournal = await findReason(needs.database, 'journal-left-out', onHoldSince);
  const unknownVaults = withoutJournal === null ? [] : await listUnreleasedVaults(needs.database);
  const { missingVaults, notReleased, unmailedCodes, bothSides } = inDoubt;
  const owners = await findOwnerAddresses(needs.database, [
    ...unknownVaults,
    ...missingVaults,
    ...notReleased,
    ...unmailedCodes,
    ...bothSides,
  ]);
  return { changed, inDoubt, withoutJournal, unknownVaults, owners };
}

/**
 * From the next line on, the journal belongs to this database.
 * @param inDoubt how far the journal was followed. A line after it would never be applied: a release or a letter would happen twice.
 * @throws {StartRefused} if there is one
 */
export async function liftHold(
  { journalFile, clock }: FollowNeeds,
  tx: Transaction,
  { reached }: Followed,
): Promise<void> {
  const last = await journalFile.readLast();
  if ((last?.position ?? 0) !== reached)
    throw new StartRefused(
      `The journal in ${journalFile.place} has just grown, so another process still writes to it. Stop that process permanently, and run this again. The hold continues.`,
    );
  const { position } = await lockHead(tx);
  const isAhead = last !== null && last.position > position;
  const end = isAhead && { position: last.position, digest: last.digest, writtenAt: new Date(last.at) };
  await setHead(tx, { ...end, onHoldSince: null });
  await postponeCorrections(tx, minutesLater(clock.now(), correctionHours * 60));
  await postponeRequests(tx, clock.now());
  await beginRoundsAgain(tx, clock.now());
}

/** @param sideOf what the operator decided about vaults that were changed on both sides */
export function describeHold(
  { changed, inDoubt, withoutJournal, unknownVaults, owners }: HoldReport,
  sideOf: FollowNeeds['sideOf'] = () => undefined,
): string {
  const listed = (vaultIds: readonly string[], doubt: string): string[] =>
    vaultIds.map((id) => `Vault ${id} of ${owners.get(id) ?? 'an account that is not in this database'}: ${doubt}.`);
  const { missingVaults, notReleased, unmailedCodes, bothSides, waitingLetters, findings } = inDoubt;
  const decided = (side: Side | undefined) => bothSides.filter((id) => sideOf(id) === side);
  const lines = Object.entries(changed).map(
    ([kind, count]) => `  ${String(count).padStart(6)}  ${words[kind] ?? kind}`,
  );
  return [
    describeSource(withoutJournal, lines.length, missingVaults.length),
    ...lines,
    ...listed(
      unknownVaults,
      'it is not known whether it was paid for, released, or given another recipient, date or executor since then. Emails and codes may be wrong; ask its owner',
    ),
    ...listed(
      missingVaults,
      'created after the backup, so it is lost, and its executor’s code no longer works; write to its owner, if an address is shown',
    ),
    ...listed(notReleased, 'was released before the restore, and could not be released again'),
    ...listed(
      unmailedCodes,
      'its executor got a new code since the backup, and the journal does not show that it was mailed; the earlier code no longer works. Ask its owner to send a new code',
    ),
    ...listed(
      decided(undefined),
      'was changed in this database and, since it went back, on the other side too, as the journal shows. It is not released, and no email about it is sent, until you say which side counts. Ask its owner',
    ),
    ...listed(decided('journal'), 'was changed on both sides; what the journal shows counts'),
    ...listed(decided('database'), 'was changed on both sides; what is in this database counts'),
    waitingLetters > 0 &&
      `Waiting emails: ${waitingLetters}. The journal does not show that they were sent. Each is sent with its original Message-ID, or given up and reported if its key or secret is gone.`,
    ...findings.map((what) => `The journal: ${what}.`),
  ]
    .filter(Boolean)
    .join('\n');
}

function describeSource(withoutJournal: string | null, changes: number, newer: number): string {
  if (withoutJournal !== null)
    return `The journal was left out (${withoutJournal}). What was released, sent, withdrawn, created and deleted since the backup is not known.`;
  if (changes > 0) return 'According to the journal, since the backup:';
  const unchanged = 'According to the journal, nothing that is in this database was changed since the backup.';
  if (newer === 0) return unchanged;
  return `${unchanged} ${newer === 1 ? 'One vault is newer than it' : `${newer} vaults are newer than it`}:`;
}

const words: Record<string, string> = {
  letter: 'emails were sent; they are not sent again',
  account:
    'accounts were deleted, kept, suspended or moved to another address, or lost a way to sign in; the last need a new password, and get an email',
  vault: 'vaults had another recipient, date or state, or were deleted',
  executor: 'executors or their codes were changed; a withdrawn code stays withdrawn',
  link: "recipients' links were sent or ended",
  file: 'files were removed',
  undone: 'releases were undone by their owners; they are undone here too',
  released: 'vaults were released; they are released again, with the same link',
};
