// The changes that a restored database lacks: the last state of each thing in the journal, if it differs from the database.
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../platform/database/transaction.ts';
import { type JournalLine, personContext } from '../../records/journal/journal-chain.ts';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';
import { type JournalKind, type JournalStates, readStates } from '../../records/journal/journal-state-store.ts';

export interface Difference<Kind extends JournalKind> {
  id: string;
  /** Null if the thing no longer exists. */
  state: JournalStates[Kind] | null;
  isHere: boolean;
  /** The vault it belongs to; null for an account or an act. */
  vaultId: string | null;
}

/** The vault that a thing belongs to, according to the journal or to this database. */
export function vaultOf(kind: JournalKind, id: string, ...states: (object | null | undefined)[]): string | null {
  if (kind === 'vault') return id;
  const known = states.find((state) => state && 'vaultId' in state) as { vaultId: string | null } | undefined;
  return known?.vaultId ?? null;
}

/** The last line about each thing, by its kind. */
export type LastLines = Map<JournalKind, Map<string, JournalLine>>;

const atOnce = 1000;

export function lastLinesOf(lines: readonly JournalLine[]): LastLines {
  const last: LastLines = new Map();
  for (const line of lines) {
    const ofKind = last.get(line.kind) ?? new Map<string, JournalLine>();
    last.set(line.kind, ofKind.set(line.id, line));
  }
  return last;
}

export async function listDifferences<Kind extends JournalKind>(
  { keys, tx }: { keys: JournalKeys; tx: Transaction },
  last: LastLines,
  kind: Kind,
): Promise<Difference<Kind>[]> {
  const lines = [...(last.get(kind)?.values() ?? [])];
  const differences: Difference<Kind>[] = [];
  for (let start = 0; start < lines.length; start += atOnce) {
    const some = lines.slice(start, start + atOnce);
    const found = await readStates(
      tx,
      kind,
      some.map(({ id }) => id),
    );
    for (const line of some) {
      const here = found.get(line.id) ?? null;
      const state = completed(stateOf(keys, line), here as object | null) as JournalStates[Kind] | null;
      const vaultId = vaultOf(kind, line.id, state as object | null, here as object | null);
      if (!isDeepStrictEqual(state, here)) differences.push({ id: line.id, state, isHere: here !== null, vaultId });
    }
  }
  return differences;
}

/** A line that an earlier version wrote lacks what it did not know of, which stays as it is here. */
const completed = (state: object | null, here: object | null): object | null =>
  state && here ? { ...here, ...state } : state;

function stateOf(keys: JournalKeys, { kind, id, facts, person }: JournalLine): object | null {
  if (facts === null || person === undefined) return facts;
  const state = { ...facts, person: JSON.parse(keys.open(personContext(kind, id), person)) };
  if (kind === 'executor') return { ...state, person: { secondEmail: null, ...state.person } };
  return kind === 'vault' ? withDelivery(state) : state;
}

/** A line of version 1.0.0 has no choice and no correction. */
const withDelivery = (state: { person: object }): object => ({
  followUp: false,
  correctionState: null,
  correctionDueAt: null,
  correctionToken: null,
  ...state,
  person: { recipientSecondEmail: null, correctionEmail: null, ...state.person },
});

/** Unreleased vaults with an executor whose code is newer than the database and than the last letter with a code. */
export function findUnmailedCodes(last: LastLines, since: Date | null): string[] {
  const factsOf = <Kind extends JournalKind>(kind: Kind) =>
    [...(last.get(kind)?.values() ?? [])].flatMap(({ facts }) => (facts ? [facts as JournalStates[Kind]] : []));
  const mailed = factsOf('letter').filter(({ kind }) => kind === 'executor-code');
  const unmailed = factsOf('executor').filter(({ vaultId, confirmToken, codeSentAt }) => {
    const vault = last.get('vault')?.get(vaultId)?.facts as JournalStates['vault'] | null | undefined;
    if (codeSentAt === null || confirmToken === null || vault?.status === 'released') return false;
    const isNew = since === null || codeSentAt > since.toISOString();
    return isNew && !mailed.some((letter) => letter.vaultId === vaultId && letter.createdAt >= codeSentAt);
  });
  return [...new Set(unmailed.map(({ vaultId }) => vaultId))];
}
