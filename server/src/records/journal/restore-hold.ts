// The hold after a restore: a database that is older than its journal does not know what was released, sent, withdrawn and deleted since
// its backup. Until an operator has looked, it releases nothing and mails nothing.
import type { Database } from '../../platform/database/open-database.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import type { JournalFile } from './journal-file.ts';
import { readAfter, refuseEarlierJournal, refuseReplaced } from './journal-reach.ts';
import { hasChange, lockHead, readHead, setHead } from './journal-store.ts';

export interface RestoreHold {
  isOn(): Promise<boolean>;
}

interface Needs {
  database: Database;
  clock: Clock;
  journalFile: JournalFile;
}

/**
 * A hold begins only here, at a start, however the older database came to its place.
 * @throws {StartRefused} where the journal is the older one, or says that another database is in the place of this one
 */
export async function openRestoreHold(needs: Needs): Promise<RestoreHold> {
  const { database, clock, journalFile } = needs;
  // The head first: another process may add a line in between, and never takes one away.
  const head = await readHead(database);
  refuseEarlierJournal({ folder: journalFile.folder, head }, await journalFile.readLast());
  let isHeld = head.onHoldSince !== null;
  if (!isHeld && (await isOlderThanJournal(database, journalFile))) {
    refuseReplaced(journalFile.folder, (await readAfter(journalFile, head)).lines);
    await database.transaction(async (tx) => {
      if (!(await lockHead(tx)).onHoldSince) await setHead(tx, { onHoldSince: clock.now() });
    });
    isHeld = true;
  }
  return {
    async isOn() {
      // Once lifted it stays lifted until a start, so a service in use asks nothing.
      if (isHeld) isHeld = (await readHead(database)).onHoldSince !== null;
      return isHeld;
    },
  };
}

// A line is written before its change is taken from the table, so a killed process may leave lines that the head does not count.
// Their changes are still there; in a database from before they never were.
async function isOlderThanJournal(database: Database, journalFile: JournalFile): Promise<boolean> {
  const last = await journalFile.readLast();
  if (!last || (await hasChange(database, last.changeId))) return false;
  // Read after the changes: another process may count the line in between.
  return last.position > (await readHead(database)).position;
}
