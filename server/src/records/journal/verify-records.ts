// Reads the complete journal and compares it with the acts in the database in both directions: an act that was altered, removed or
// withheld from the journal is found, and so is every changed line of the journal.
import { isDeepStrictEqual } from 'node:util';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Database } from '../../platform/database/transaction.ts';
import { type Clock, daysLater } from '../../platform/lib/clock.ts';
import { listWrittenActs } from '../acts/act-store.ts';
import type { Journal } from './journal.ts';
import type { JournalLine, SignedHead } from './journal-chain.ts';
import { areKept } from './journal-keys.ts';
import { readStates } from './journal-state-store.ts';
import { type JournalHead, readHead } from './journal-store.ts';

export interface VerifyRecordsNeeds {
  database: Database;
  keyring: Keyring;
  journalFile: Journal;
  clock: Clock;
}

export interface RecordsVerification {
  lines: number;
  /** The ids of the acts in the journal. */
  acts: Set<string>;
  /** The first stored line. */
  first: { position: number; at: string } | null;
  /** The position of the last line. */
  last: number;
  /** Sentences for the operator, without their full stop. */
  findings: string[];
}

const atOnce = 1000;
/** A journal that starts later than this, and not with line 1, has lost its beginning. */
const surelyKeptDays = 300;

const leftOut =
  'the journal: it was left out at the restore, so it cannot show which acts are missing until the hold is ended';

/** @param onHead receives each signed line */
export async function verifyRecords(
  needs: VerifyRecordsNeeds,
  onHead: (head: SignedHead) => void = () => {},
): Promise<RecordsVerification> {
  const found: RecordsVerification = {
    lines: 0,
    acts: new Set(),
    first: null,
    last: 0,
    findings: [],
  };
  const head = await readHead(needs.database);
  await readJournal(needs, head, found, onHead);
  checkEnds(needs.clock, head, found);
  if (head.onHoldSince && head.position === 0) found.findings.push(leftOut);
  else await findKeptOut(needs, found);
  if (!(await areKept(needs, needs.journalFile.keys)))
    found.findings.push('the key that signs the journal was replaced in the database');
  return found;
}

async function readJournal(
  { database, journalFile }: VerifyRecordsNeeds,
  head: JournalHead,
  found: RecordsVerification,
  onHead: (head: SignedHead) => void,
): Promise<void> {
  let waiting: JournalLine[] = [];
  const findings = await journalFile.read(async ({ lines, head: end }) => {
    found.first ??= lines[0] ?? end;
    found.last = end.position;
    found.lines += lines.length + 1;
    onHead(end);
    const acts = lines.filter(({ kind }) => kind === 'act');
    for (const { id } of acts) found.acts.add(id);
    // Acts that a restored database does not have yet are not findings.
    if (!head.onHoldSince || end.position <= head.position) waiting.push(...acts);
    if (waiting.length < atOnce) return;
    await compareActs(database, waiting, found);
    waiting = [];
  });
  await compareActs(database, waiting, found);
  found.findings.unshift(...findings.map((what) => `the journal: ${what}`));
}

async function compareActs(database: Database, lines: readonly JournalLine[], found: RecordsVerification) {
  const ids = lines.map(({ id }) => id);
  const states = await readStates(database, 'act', ids);
  for (const { id, facts } of lines) {
    const state = states.get(id);
    if (isDeepStrictEqual(facts, state)) continue;
    const { vaultId = null } = state ?? (facts as { vaultId?: string | null });
    report(found, id, vaultId, state ? 'differs in the journal' : 'is in the journal but not in the database');
  }
}

function checkEnds(clock: Clock, head: JournalHead, { first, last, findings }: RecordsVerification): void {
  if (last < head.position)
    findings.push(`the journal: it ends with line ${last}, and the database has written it to line ${head.position}`);
  if (first && first.position > 1 && new Date(first.at) > daysLater(clock.now(), -surelyKeptDays))
    findings.push(`the journal: the lines before ${first.position} are missing`);
}

/** Acts that are missing in the journal. Those written to it since it was read are checked once more. */
async function findKeptOut({ database, journalFile }: VerifyRecordsNeeds, found: RecordsVerification): Promise<void> {
  const lacking = new Map<string, string | null>();
  const from = new Date(found.first?.at ?? 0);
  let after: string | null = null;
  do {
    const some: { id: string; vaultId: string | null }[] = await listWrittenActs(database, {
      from,
      after,
      max: atOnce,
    });
    for (const { id, vaultId } of some) if (!found.acts.has(id)) lacking.set(id, vaultId);
    after = some.at(-1)?.id ?? null;
  } while (after);
  if (lacking.size === 0) return;
  await journalFile.read(({ lines }) => {
    for (const { id } of lines) lacking.delete(id);
  });
  for (const [id, vaultId] of lacking) report(found, id, vaultId, 'is not in the journal');
}

function report({ findings }: RecordsVerification, id: string, vaultId: string | null, what: string): void {
  findings.push(`the act ${id}${vaultId ? ` of vault ${vaultId}` : ''} ${what}`);
}
