// The hold after a restore: a database that is older than its journal does not know what was released, sent, withdrawn and deleted since
// its backup. Until an operator has checked it, it releases nothing and mails nothing.

import { isServedElsewhere } from '../../platform/database/served-elsewhere.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Journal } from './journal.ts';
import { readAfter, refuseEarlierJournal, refuseReplaced } from './journal-refusals.ts';
import { hasChange, lockHead, readHead, setHead } from './journal-store.ts';
import type { JournalNeeds } from './journal-writer.ts';

export interface RestoreHold {
  isOn(): Promise<boolean>;
  /** For every request: reads the database only if the hold was on when it was last read. */
  isStillOn(): Promise<boolean>;
}

/**
 * A hold starts here, at a start, whatever put the older database in its place, or by `npm run restore`.
 * @throws {StartRefused} if the journal is older than the database, or shows that another database has replaced this
 * one
 */
export async function openRestoreHold(needs: JournalNeeds): Promise<RestoreHold> {
  const { database, clock, journalFile } = needs;
  const head = await readHead(database);
  const last = await journalFile.readLast(head.position);
  if ((last?.position ?? 0) < head.position && (await isServedElsewhere(database)))
    throw new StartRefused(
      `Another process serves this installation, and its journal is not in ${journalFile.place}; ${journalFile.wayOn}, or use one bucket.`,
    );
  refuseEarlierJournal({ place: journalFile.place, head }, last);
  let isHeld = head.onHoldSince !== null;
  if (!isHeld && (await isOlderThanJournal(database, journalFile))) {
    refuseReplaced(journalFile.place, (await readAfter(journalFile, head)).lines);
    await database.transaction(async (tx) => {
      if (!(await lockHead(tx)).onHoldSince) await setHead(tx, { onHoldSince: clock.now() });
    });
    isHeld = true;
  }
  const isOn = async () => {
    isHeld = (await readHead(database)).onHoldSince !== null;
    return isHeld;
  };
  return { isOn, isStillOn: async () => isHeld && isOn() };
}

/** Whether the journal ends with a line of this database, or with one that a killed writer left of its changes. */
export async function continuesJournal({
  database,
  journalFile,
}: Pick<JournalNeeds, 'database' | 'journalFile'>): Promise<boolean> {
  try {
    await refuseEarlierEnd({ database, journalFile });
    return !(await isOlderThanJournal(database, journalFile));
  } catch (error) {
    if (error instanceof StartRefused) return false;
    throw error;
  }
}

/** @throws {StartRefused} if the journal lacks what this database has written to it */
export async function refuseEarlierEnd({
  database,
  journalFile,
}: Pick<JournalNeeds, 'database' | 'journalFile'>): Promise<void> {
  // The head is read first: another process may add a line in between, but never removes one.
  const head = await readHead(database);
  refuseEarlierJournal({ place: journalFile.place, head }, await journalFile.readLast(head.position));
}

// A line is written before its change is deleted from the table, so a killed process may leave lines that the head does not
// count. Their changes still exist; an older database never had them.
async function isOlderThanJournal(database: Database, journalFile: Journal): Promise<boolean> {
  const last = await journalFile.readLast();
  if (!last || (await hasChange(database, last.changeId))) return false;
  // Read after the changes, because another process may count the line in between.
  return last.position > (await readHead(database)).position;
}
