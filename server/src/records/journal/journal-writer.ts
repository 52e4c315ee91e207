// Writes changes to the journal. A trigger records each change in its own transaction, and the writer takes it from there. So the
// journal never contains anything that was rolled back and lacks nothing that was committed, whenever a process is killed.
import type { Database, Transaction } from '../../platform/database/transaction.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { together } from '../../platform/lib/together.ts';
import type { Journal } from './journal.ts';
import { type Entry, personContext } from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';
import { refuseOtherWriter } from './journal-refusals.ts';
import { type JournalKind, readStates } from './journal-state-store.ts';
import { deleteChanges, type JournalChange, listChanges, lockHead, setHead } from './journal-store.ts';

export interface JournalNeeds {
  database: Database;
  clock: Clock;
  journalFile: Journal;
}

const batchSize = 500;
/** Backups are kept for at most eleven months. With the rest of its month a line is kept for at most a year. */
const keptDays = 335;

/** Everything that was committed before the call is in the journal once it resolves, unless the database is on hold. */
export async function writeJournal(needs: JournalNeeds): Promise<void> {
  let written: number;
  do written = await writeBatch(needs);
  while (written === batchSize);
}

interface WriterNeeds extends JournalNeeds {
  isOnHold: (reading: 'asked') => Promise<boolean>;
}

/**
 * Concurrent calls share one write. The journal is asked even if there is nothing to write: a database that went back has no change to
 * write, but letters to send.
 */
export const createJournalWriter = (needs: WriterNeeds): (() => Promise<void>) => {
  const write = together<void>(async () => {
    if (!(await needs.isOnHold('asked'))) await writeJournal(needs);
  });
  return () => write();
};

export const forgetOldJournal = ({ journalFile, clock }: JournalNeeds): Promise<void> =>
  journalFile.forgetBefore(daysLater(clock.now(), -keptDays));

async function writeBatch(needs: JournalNeeds): Promise<number> {
  if ((await listChanges(needs.database, 1)).length === 0) return 0;
  return needs.database.transaction(async (tx) => {
    const head = await lockHead(tx);
    if (head.onHoldSince) return 0;
    const changes = await listChanges(tx, batchSize);
    if (changes.length === 0) return 0;
    const changeIds = changes.map(({ id }) => id);
    const { place, keys, append } = needs.journalFile;
    const batch = { entries: await composeEntries(keys, tx, changes), at: needs.clock.now(), changeIds };
    // In the transaction, so that one process writes at a time. After a failure or a kill, the same changes are written again.
    const { position, digest } = await append(batch, head.position, (last) =>
      refuseOtherWriter(tx, { place, head }, last),
    );
    await setHead(tx, { position, digest, writtenAt: batch.at });
    await deleteChanges(tx, changeIds);
    return changes.length;
  });
}

// Several changes of one thing become one line with its current state.
async function composeEntries(keys: JournalKeys, tx: Transaction, changes: readonly JournalChange[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
    const ids = new Set(ofKind.map(({ subjectId }) => subjectId));
    const states = await readStates(tx, kind, [...ids]);
    for (const id of ids) entries.push({ kind, id, ...seal(keys, kind, id, states.get(id) ?? null) });
  }
  return entries;
}

function seal(keys: JournalKeys, kind: JournalKind, id: string, state: object | null) {
  if (!(state && 'person' in state)) return { facts: state };
  const { person, ...facts } = state;
  return { facts, person: keys.seal(personContext(kind, id), JSON.stringify(person)) };
}
