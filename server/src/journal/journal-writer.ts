// Writes to the journal what has changed. A change is noted in its own transaction, by a trigger, and taken from there: so nothing that
// was rolled back is in the journal, and nothing that was committed is left out, whenever a process is killed.
import type { Database } from '../database/open-database.ts';
import type { Transaction } from '../database/transaction.ts';
import type { Keyring } from '../keys/keyring.ts';
import { type Clock, daysLater } from '../lib/clock.ts';
import { together } from '../lib/together.ts';
import { type JournalFile, type JournalLine, personContext } from './journal-file.ts';
import { type JournalKind, readStates } from './journal-states.ts';
import { deleteChanges, type JournalChange, listChanges, lockHead, setHead } from './journal-store.ts';

export interface JournalNeeds {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  journalFile: JournalFile;
}

const batchSize = 500;
/** With the rest of its month at most a year, as long as backups are kept. */
const keptDays = 335;

/** Everything that was committed before the call is in the journal once it resolves, unless the database is on hold. */
export async function writeJournal(needs: JournalNeeds): Promise<void> {
  let written: number;
  do written = await writeBatch(needs);
  while (written === batchSize);
}

/** Calls at the same time share one write. */
export const createJournalWriter = (needs: JournalNeeds): (() => Promise<void>) => {
  const write = together<void>(() => writeJournal(needs));
  return () => write();
};

/** Before a secret is retired: the journal is readable without it then. */
export const renewJournal = ({
  database,
  journalFile,
}: Pick<JournalNeeds, 'database' | 'journalFile'>): Promise<void> =>
  database.transaction(async (tx) => {
    await lockHead(tx);
    await journalFile.renew();
  });

export const forgetOldJournal = ({ journalFile, clock }: JournalNeeds): Promise<void> =>
  journalFile.forgetBefore(daysLater(clock.now(), -keptDays));

async function writeBatch(needs: JournalNeeds): Promise<number> {
  if ((await listChanges(needs.database, 1)).length === 0) return 0;
  return needs.database.transaction(async (tx) => {
    const { position, onHoldSince } = await lockHead(tx);
    if (onHoldSince) return 0;
    const changes = await listChanges(tx, batchSize);
    const lines = await composeLines(needs, tx, { changes, position });
    // In the transaction, so that one process writes at a time. If it fails or is killed here, the same changes are written again.
    const writtenAt = needs.clock.now();
    if (lines.length > 0) await needs.journalFile.append(lines, writtenAt);
    await setHead(tx, { position: position + lines.length, writtenAt });
    await deleteChanges(
      tx,
      changes.map(({ id }) => id),
    );
    return changes.length;
  });
}

interface Batch {
  changes: readonly JournalChange[];
  position: number;
}

// What changed several times has one line, with its state of now.
async function composeLines(
  needs: JournalNeeds,
  tx: Transaction,
  { changes, position }: Batch,
): Promise<JournalLine[]> {
  const at = needs.clock.now().toISOString();
  const lines: JournalLine[] = [];
  for (const [kind, ofKind] of Map.groupBy(changes, (change) => change.kind)) {
    const byId = new Map(ofKind.map(({ subjectId, id }) => [subjectId, id]));
    const states = await readStates(tx, kind, [...byId.keys()]);
    for (const [id, changeId] of byId) {
      const state = states.get(id) ?? null;
      lines.push({
        position: position + lines.length + 1,
        changeId,
        at,
        kind,
        id,
        ...(await seal(needs, kind, id, state)),
      });
    }
  }
  return lines;
}

async function seal({ keyring }: JournalNeeds, kind: JournalKind, id: string, state: object | null) {
  if (!(state && 'person' in state)) return { facts: state };
  const { person, ...facts } = state;
  return { facts, person: await keyring.seal(personContext(kind, id), JSON.stringify(person)) };
}
