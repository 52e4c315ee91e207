// The hold after a restore: a database that is older than its journal does not know what was released, sent, withdrawn and deleted since
// its backup. Until an operator has checked it, it releases nothing and mails nothing.

import { isServedElsewhere } from '../../platform/database/served-elsewhere.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { DatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { StartRefused } from '../../platform/lib/start-refused.ts';
import type { Journal } from './journal.ts';
import { readAfter, refuseEarlierJournal, refuseReplaced } from './journal-refusals.ts';
import { hasChanges, lockHead, markBeforeHold, readHead, setHead } from './journal-store.ts';
import type { JournalNeeds } from './journal-writer.ts';
import { createDatabaseWatch, type ReadFilesMark, type Reading } from './watch-database.ts';

export interface RestoreHold {
  /** Compares the database with what this process knows of it first. */
  isOn(reading?: Reading): Promise<boolean>;
  /** For every request: reads the database only if the hold was on when it was last read. */
  isStillOn(): Promise<boolean>;
  /** For a release, in its own transaction, so that it counts for the very database that released. @throws {Refusal} */
  refuse(tx: Transaction): Promise<void>;
  /** For a new connection. @throws {DatabaseUnavailable} if it is the first that leads to another database, or cannot be compared */
  admit(connection: DatabaseOrTransaction): Promise<void>;
  /** What was exchanged under this process, which then is on hold until it ends; null if nothing was. */
  difference(): string | null;
}

interface HoldNeeds extends JournalNeeds {
  readFilesMark?: ReadFilesMark;
  onDifference?: (difference: string) => void;
}

/**
 * A hold starts here, at a start, whatever put the older database in its place, or by `npm run restore`. Under a running service it starts
 * in memory, because the database that came back does not count.
 * @throws {StartRefused} if the journal is older than the database, or shows that another database has replaced this
 * one
 */
export async function openRestoreHold(needs: HoldNeeds): Promise<RestoreHold> {
  const { database, journalFile, readFilesMark = async () => null, onDifference = () => {} } = needs;
  let isHeld = await holdIfOlder(needs);
  const last = await journalFile.readLast();
  const watch = await createDatabaseWatch({ database, journalFile, readFilesMark, onDifference }, last);
  const isOn = async (reading: Reading = 'recent', on: DatabaseOrTransaction = database) => {
    const { onHoldSince } = await watch.compare(on, reading);
    isHeld = onHoldSince !== null || watch.difference() !== null;
    return isHeld;
  };
  return {
    isOn,
    isStillOn: async () => isHeld && isOn(),
    difference: watch.difference,
    async refuse(tx) {
      if (await isOn('remembered', tx)) refuse('on-hold');
    },
    async admit(connection) {
      const before = watch.difference();
      // What was read a moment ago may be older than the database that this connection leads to.
      await isOn('fresh', connection);
      if (watch.difference() !== before) throw new DatabaseUnavailable('the connection leads to another database');
    },
  };
}

async function holdIfOlder({ database, clock, journalFile }: JournalNeeds): Promise<boolean> {
  const head = await readHead(database);
  const last = await journalFile.readLast(head.position);
  if ((last?.position ?? 0) < head.position && (await isServedElsewhere(database)))
    throw new StartRefused(
      `Another process serves this installation, and its journal is not in ${journalFile.place}; ${journalFile.wayOn}, or use one bucket.`,
    );
  refuseEarlierJournal({ place: journalFile.place, head }, last);
  if (head.onHoldSince || !(await isOlderThanJournal(database, journalFile))) return head.onHoldSince !== null;
  refuseReplaced(journalFile.place, (await readAfter(journalFile, head)).lines);
  await database.transaction(async (tx) => {
    if ((await lockHead(tx)).onHoldSince) return;
    await setHead(tx, { onHoldSince: clock.now() });
    await markBeforeHold(tx);
  });
  return true;
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
  if (!last || (await hasChanges(database, last.changeIds))) return false;
  // Read after the changes, because another process may count the line in between.
  return last.position > (await readHead(database)).position;
}
