// Writes changes to the journal. A trigger records each change in its own transaction, and the writer takes it from there. So the
// journal never contains anything that was rolled back and lacks nothing that was committed, whenever a process is killed.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../platform/database/transaction.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { newId } from '../../platform/lib/ids.ts';
import { together } from '../../platform/lib/together.ts';
import type { Journal } from './journal.ts';
import { type Entry, personContext } from './journal-chain.ts';
import type { JournalKeys } from './journal-keys.ts';
import { refuseOtherWriter } from './journal-refusals.ts';
import { type JournalKind, readStates } from './journal-state-store.ts';
import {
  beginWrite,
  deleteChanges,
  endWrite,
  isWriter,
  type JournalChange,
  type JournalHead,
  listChanges,
  moveHead,
  readHead,
} from './journal-store.ts';

export interface JournalNeeds {
  database: Database;
  clock: Clock;
  journalFile: Journal;
}

const batchSize = 500;
const askAgainMilliseconds = 100;
const restMilliseconds = 5000;
/** Backups are kept for at most eleven months. With the rest of its month a line is kept for at most a year. */
const keptDays = 335;

interface Watched extends JournalNeeds {
  /** Called while another process writes. */
  onBusy?: () => void;
}

/** Everything that was committed before the call is in the journal once it resolves, unless the database is on hold. */
export async function writeJournal(needs: Watched): Promise<void> {
  const { database, onBusy = () => {} } = needs;
  while (await hasChanges(database)) {
    const writer = newId(needs.clock.now());
    const head = await beginWrite(database, writer);
    if (head) {
      if ((await writeUnder(needs, { head, writer })) < batchSize) return;
    } else {
      if ((await readHead(database)).onHoldSince) return;
      onBusy();
      await wait(askAgainMilliseconds);
    }
  }
}

interface Lease {
  /** The head when the write began. */
  head: JournalHead;
  writer: string;
}

async function writeUnder(needs: JournalNeeds, lease: Lease): Promise<number> {
  let written = 0;
  try {
    written = await writeBatch(needs, lease);
  } finally {
    if (written === 0) await endWrite(needs.database, lease.writer).catch(() => {}); // it ends by itself
  }
  return written;
}

const hasChanges = async (database: Database): Promise<boolean> => (await listChanges(database, 1)).length > 0;

export interface JournalWriter {
  /** Concurrent calls share one write. */
  writeJournal(): Promise<void>;
  /** As `writeJournal`, but resolves as soon as it has to wait for another process, which says nothing about this one. */
  writeUnlessBusy(): Promise<void>;
  /** Whether the last call failed. Until one succeeds, even without anything to write, this process leaves the letters to others. */
  isCutOff(): boolean;
}

interface WriterNeeds extends JournalNeeds {
  isOnHold: (reading: 'asked') => Promise<boolean>;
}

/**
 * The journal is asked even if there is nothing to write: a database that went back has no change to write, but letters to send.
 * @param slowMilliseconds others may have waited for a write that failed after this time
 */
export function createJournalWriter(needs: WriterNeeds, slowMilliseconds = 1000): JournalWriter {
  let busy = Promise.withResolvers<void>();
  const onBusy = () => {
    busy.resolve();
    busy = Promise.withResolvers();
  };
  const writeUnlessOnHold = async () => {
    if (!(await needs.isOnHold('asked'))) await writeJournal({ ...needs, onBusy });
  };
  const { attempt, isCutOff } = leavingRoom(needs, slowMilliseconds, writeUnlessOnHold);
  const write = together<void>(attempt);
  return {
    isCutOff,
    writeJournal: () => write(),
    writeUnlessBusy: () => Promise.race([write(), busy.promise]),
  };
}

/** After a write that failed slowly, this process leaves the next one to others for a while. */
function leavingRoom({ database }: JournalNeeds, slowMilliseconds: number, write: () => Promise<void>) {
  let failed: { until: number; error: unknown } | null = null;
  const attempt = async (): Promise<void> => {
    if (failed && performance.now() < failed.until && (await hasChanges(database))) throw failed.error;
    const from = performance.now();
    try {
      await write();
      failed = null;
    } catch (error) {
      const now = performance.now();
      failed = { until: now - from > slowMilliseconds ? now + restMilliseconds : now, error };
      throw error;
    }
  };
  return { attempt, isCutOff: () => failed !== null };
}

export const forgetOldJournal = ({ journalFile, clock }: JournalNeeds): Promise<void> =>
  journalFile.forgetBefore(daysLater(clock.now(), -keptDays));

/**
 * Nothing that others need is held while the disk or the bucket is written: the lease ends by itself. Only its last holder appends and counts
 * a batch, so the changes of a batch that the head does not count yet all still wait.
 */
async function writeBatch({ database, clock, journalFile }: JournalNeeds, { head, writer }: Lease): Promise<number> {
  const changes = await listChanges(database, batchSize);
  if (changes.length === 0) return 0;
  const changeIds = changes.map(({ id }) => id);
  const { place, keys, append } = journalFile;
  const batch = { entries: await composeEntries(keys, database, changes), at: clock.now(), changeIds };
  const { position, digest } = await append(batch, head.position, async (last) => {
    const refuseLate = async (error: unknown) => {
      // Other processes of this database wrote while this one stood still.
      if ((await readHead(database)).position !== head.position) throw new Error(overtaken, { cause: error });
      throw error;
    };
    await refuseOtherWriter(database, { place, head }, last).catch(refuseLate);
    // A process that takes the lease later looks at the journal after this, and nothing is appended after a line that was not seen.
    if (!(await isWriter(database, writer))) throw new Error(overtaken);
  });
  // After a failure or a kill, the same changes are written again.
  await database.transaction(async (tx) => {
    const isMoved = await moveHead(tx, { position: head.position, writer }, { position, digest, writtenAt: batch.at });
    if (!isMoved) throw new Error(overtaken);
    await deleteChanges(tx, changeIds);
  });
  return changes.length;
}

const overtaken = 'another process has written the journal in the meantime';

// Several changes of one thing become one line with its current state.
async function composeEntries(
  keys: JournalKeys,
  database: Database,
  changes: readonly JournalChange[],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
    const ids = new Set(ofKind.map(({ subjectId }) => subjectId));
    const states = await readStates(database, kind, [...ids]);
    for (const id of ids) entries.push({ kind, id, ...seal(keys, kind, id, states.get(id) ?? null) });
  }
  return entries;
}

function seal(keys: JournalKeys, kind: JournalKind, id: string, state: object | null) {
  if (!(state && 'person' in state)) return { facts: state };
  const { person, ...facts } = state;
  return { facts, person: keys.seal(personContext(kind, id), JSON.stringify(person)) };
}
