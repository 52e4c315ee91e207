// Vaults that were changed both in this database and, since it went back, on the other side that the journal shows. No rule can say which
// side counts, so the operator does. Until then such a vault stays as it is here, and nothing is released or mailed.
import { deleteUnsent } from '../../letters/ledger/letter-store.ts';
import { deleteWithdrawn } from '../../letters/ledger/withdrawn-letter-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Journal } from '../../records/journal/journal.ts';
import type { JournalLine } from '../../records/journal/journal-chain.ts';
import { type JournalKind, type JournalStates, readStates } from '../../records/journal/journal-state-store.ts';
import { listBeforeHold } from '../../records/journal/journal-store.ts';
import { deleteExecutor } from '../../vaults/executors/executor-store.ts';
import { deleteLinks } from '../../vaults/recipients/link-store.ts';
import { takeBackReleases } from '../../vaults/vault/journal-vault-store.ts';
import { type LastLines, vaultOf } from './journal-differences.ts';

export type Side = 'journal' | 'database';

interface ChangedHere {
  kind: JournalKind;
  id: string;
  vaultId: string | null;
  state: object | undefined;
}

export interface BothSides {
  vaultIds: string[];
  /** What only this database knows of. */
  here: ChangedHere[];
}

const ofVaults: JournalKind[] = ['vault', 'executor', 'link', 'file', 'act'];

/** @param known the changes that the journal's lines were written for: they were made before both sides parted */
export async function findBothSides(
  tx: Transaction,
  lines: readonly JournalLine[],
  known: ReadonlySet<string>,
): Promise<BothSides> {
  const changes = (await listBeforeHold(tx)).filter(({ id }) => !known.has(id));
  if (changes.length === 0) return { vaultIds: [], here: [] };
  const here: ChangedHere[] = [];
  const there = new Set<string>();
  for (const kind of ofVaults) {
    const ours = new Set(changes.filter((change) => change.kind === kind).map(({ subjectId }) => subjectId));
    const theirs = lines.filter((line) => line.kind === kind);
    const states = await readStates(tx, kind, [...new Set([...ours, ...theirs.map(({ id }) => id)])]);
    for (const id of ours) {
      const line = theirs.findLast((one) => one.id === id);
      here.push({ kind, id, vaultId: vaultOf(kind, id, states.get(id), line?.facts), state: states.get(id) });
    }
    for (const { id, facts } of theirs) there.add(vaultOf(kind, id, facts, states.get(id)) ?? '');
  }
  const vaultIds = new Set(here.flatMap(({ vaultId }) => (vaultId && there.has(vaultId) ? [vaultId] : [])));
  return { vaultIds: [...vaultIds].toSorted(), here };
}

interface Undoing {
  journalFile: Journal;
  /** Gets the earlier lines about what was changed only here. */
  last: LastLines;
  parted: BothSides;
  /** Those for which the journal counts. */
  vaultIds: readonly string[];
}

/** Takes back what was done here with these vaults, as far as following the journal does not. Can be repeated. */
export async function undoHere(tx: Transaction, { journalFile, last, parted: { here }, vaultIds }: Undoing) {
  if (vaultIds.length === 0) return;
  const isUndone = ({ vaultId }: ChangedHere) => vaultId !== null && vaultIds.includes(vaultId);
  const isUnknown = ({ kind, id }: ChangedHere) => !last.get(kind)?.has(id);
  const acts = here.flatMap(({ kind, state }) => (kind === 'act' ? [state as JournalStates['act'] | undefined] : []));
  const letterIds = acts.flatMap((act) => (act?.letterId && act.event === 'letter-queued' ? [act.letterId] : []));
  for (const vaultId of vaultIds) {
    await deleteUnsent(tx, vaultId, letterIds);
    await deleteWithdrawn(tx, vaultId);
  }
  const releasedHere = acts.flatMap((act) => (act?.event === 'vault-released' && act.vaultId ? [act.vaultId] : []));
  await takeBackReleases(
    tx,
    releasedHere.filter((vaultId) => vaultIds.includes(vaultId)),
  );
  const unknown = here.filter((one) => isUndone(one) && isUnknown(one));
  const links = unknown.filter(({ kind }) => kind === 'link');
  await deleteLinks(
    tx,
    links.map(({ id }) => id),
  );
  await addEarlierLines(journalFile, last, unknown);
  for (const one of unknown) if (one.kind === 'executor' && isUnknown(one)) await deleteExecutor(tx, one.id);
}

/** The journal shows how things were that only this database has changed since. */
async function addEarlierLines(journalFile: Journal, last: LastLines, unknown: readonly ChangedHere[]): Promise<void> {
  const earlier = unknown.filter(({ kind }) => kind === 'vault' || kind === 'executor' || kind === 'link');
  if (earlier.length === 0) return;
  const wanted = new Set(earlier.map(({ id }) => id));
  const found = new Map<string, JournalLine>();
  await journalFile.read(({ lines }) => {
    for (const line of lines) if (wanted.has(line.id)) found.set(line.id, line);
  });
  for (const { kind, id } of earlier) {
    const line = found.get(id);
    if (line) last.set(kind, (last.get(kind) ?? new Map<string, JournalLine>()).set(id, line));
  }
}
