// Compares what can be exchanged under a running service with what this process knows: the database, its server, the keys, the files and
// the end of the journal. A database that went back would mail a former recipient and accept a withdrawn code, and it cannot tell.
import type { Database, DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import { DatabaseUnavailable } from '../../platform/lib/database-unavailable.ts';
import { createReadMarks, type DatabaseMarks } from './database-marks.ts';
import type { Journal } from './journal.ts';
import type { SignedHead } from './journal-chain.ts';
import { refuseEarlierJournal } from './journal-refusals.ts';
import { hasChanges, type JournalHead, readHead } from './journal-store.ts';

/** The mark in the place of the files now; null if there is none or if the place does not answer. */
export type ReadFilesMark = () => Promise<string | null>;

interface Known {
  marks: DatabaseMarks;
  /** The journal's last line that this process has seen. */
  last: SignedHead | null;
}

interface Comparison {
  known: Known;
  marks: DatabaseMarks;
  last: SignedHead | null;
  /** Null if it was not read now. */
  filesMark: string | null;
  /** The connection in question. */
  on: DatabaseOrTransaction;
}

/**
 * Whatever holds a truth of its own and can be exchanged while the service runs, each with how a difference is found and called.
 * server/tests/exchanged-truths.test.ts exchanges each of them.
 */
export const truths = {
  database: ({ known, marks }) =>
    marks.database === known.marks.database ? null : 'the database is not the one with which the service started',
  keys: ({ known, marks }) =>
    marks.keys === known.marks.keys ? null : 'the database belongs to another installation, whose keys are others',
  timeline: ({ known, marks }) => {
    if (known.marks.timeline === null || marks.timeline === null) return null;
    if (marks.timeline < known.marks.timeline) return 'the database is an old server that another one has replaced';
    if (marks.timeline === known.marks.timeline || known.marks.isSynchronous) return null;
    return 'a standby without synchronous replication was promoted, so the last changes may be lost';
  },
  journal: async ({ marks: { head }, last, on }) => {
    if (!last || last.position < head.position) return null;
    if (last.position === head.position)
      return head.digest === null || head.digest === last.digest ? null : 'another database has continued the journal';
    // A killed writer may leave a batch that the head does not count. Its changes still exist; an older database never had them.
    if (await hasChanges(on, last.changeIds)) return null;
    // Another process may have counted the batch since.
    return (await readHead(on)).position < last.position ? 'the database is older than its journal' : null;
  },
  files: ({ marks, filesMark }) =>
    filesMark === null || marks.keys.startsWith(filesMark) ? null : 'the files are those of another installation',
} satisfies Record<string, (compared: Comparison) => Promise<string | null> | string | null>;

/**
 * How the journal's end is learned: `asked` always reads it and fails if it cannot; `fresh` reads it too, and uses what this process
 * remembers while the journal does not answer; `recent` may also use what was read within a second; `remembered` reads nothing outside
 * the database.
 */
export type Reading = 'asked' | 'fresh' | 'recent' | 'remembered';

export interface DatabaseWatch {
  /** What was exchanged; from then on until the process ends, because nothing the database says counts any more. */
  difference(): string | null;
  /** @throws {DatabaseUnavailable} if it cannot be compared now @returns the head of this connection's database */
  compare(on: DatabaseOrTransaction, reading: Reading): Promise<JournalHead>;
}

const rememberedMilliseconds = 1000;
/** A bucket that hangs delays a call no longer than this while the database is known, and few of them. */
const answerMilliseconds = 2000;
const unansweredMilliseconds = 5000;

interface Needs {
  database: Database;
  journalFile: Journal;
  readFilesMark: ReadFilesMark;
  onDifference: (difference: string) => void;
}

/** @param last the journal's end, with which the database was compared already */
export async function createDatabaseWatch(needs: Needs, last: SignedHead | null): Promise<DatabaseWatch> {
  const { database, journalFile, readFilesMark, onDifference } = needs;
  const readMarks = await createReadMarks(database);
  const known: Known = { marks: await readMarks(database), last };
  let recentUntil = performance.now() + rememberedMilliseconds;
  let silentUntil = Number.NEGATIVE_INFINITY;
  let difference: string | null = null;

  const readOutside = async (
    before: Known,
    marks: DatabaseMarks,
    reading: Reading,
  ): Promise<Pick<Comparison, 'last' | 'filesMark'>> => {
    const remembered = { last: before.last, filesMark: null };
    const isKnown = isSameServer(before.marks, marks);
    const now = performance.now();
    const isSkipped = now < silentUntil || (reading === 'recent' && now < recentUntil);
    if (isKnown && (reading === 'remembered' || (reading !== 'asked' && isSkipped))) return remembered;
    if (reading === 'remembered') throw new DatabaseUnavailable('the server was replaced and is not compared yet');
    try {
      const filesMark = await inTime(readFilesMark()).catch(() => null);
      const last = await (reading === 'asked' ? journalFile.readLast() : inTime(journalFile.readLast()));
      refuseMissingLines(journalFile.place, marks, last);
      recentUntil = performance.now() + rememberedMilliseconds;
      silentUntil = Number.NEGATIVE_INFINITY;
      return { last, filesMark };
    } catch (cause) {
      if (reading === 'asked') throw cause;
      silentUntil = performance.now() + unansweredMilliseconds;
      if (isKnown) return remembered;
      throw new DatabaseUnavailable('the journal does not answer, and the database came back', { cause });
    }
  };

  return {
    difference: () => difference,
    async compare(on, reading) {
      // What was known before: while this waits for the journal, another connection may already lead to the next server.
      const before = { ...known };
      const marks = await readMarks(on);
      if (difference !== null || marks.head.onHoldSince) return marks.head;
      if (marks.isStandby) throw new DatabaseUnavailable('the server is a standby');
      const outside = await readOutside(before, marks, reading);
      const compared = { known: before, marks, ...outside, on };
      for (const find of Object.values(truths)) {
        const found = await find(compared);
        if (found === null || difference !== null) continue;
        difference = found;
        onDifference(found);
      }
      if (difference !== null) return marks.head;
      known.marks = marks;
      if ((outside.last?.position ?? 0) > (known.last?.position ?? 0)) known.last = outside.last;
      return marks.head;
    },
  };
}

const isSameServer = (one: DatabaseMarks, other: DatabaseMarks): boolean =>
  one.startedAt === other.startedAt && one.timeline === other.timeline && one.database === other.database;

/** @throws {StartRefused} if the journal lacks what this database has written to it */
function refuseMissingLines(place: string, { head }: DatabaseMarks, last: SignedHead | null): void {
  if (last && last.position >= head.position) return;
  refuseEarlierJournal({ place, head }, last);
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('it does not answer')), answerMilliseconds).unref();
  });
  return Promise.race([answer, late]);
}
