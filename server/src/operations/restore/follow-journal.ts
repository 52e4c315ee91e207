// Applies to a restored database what the journal says was sent, released, withdrawn and deleted since its backup. It runs in one
// transaction, can be repeated, and works only during the hold after a restore.
import { isDeepStrictEqual } from 'node:util';
import { unregisterObjectsOf } from '../../files/stored/file-store.ts';
import { deleteFiles, keepFiles, unkeepFile } from '../../files/stored/saved-file-store.ts';
import { followDoubtActs } from '../../letters/ledger/doubt-store.ts';
import { countWaitingLetters, putSentLetter } from '../../letters/ledger/letter-store.ts';
import { type ReportChangeNeeds, reportChange } from '../../people/owner-changes/report-change.ts';
import { endSessionsBefore } from '../../people/sessions/session-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { putActs, recordAct } from '../../records/acts/act-store.ts';
import type { Journal } from '../../records/journal/journal.ts';
import type { JournalKeys } from '../../records/journal/journal-keys.ts';
import { readAfter } from '../../records/journal/journal-refusals.ts';
import { type JournalKind, type JournalStates, readStates } from '../../records/journal/journal-state-store.ts';
import { lockHead } from '../../records/journal/journal-store.ts';
import { deleteExecutor, putExecutorState } from '../../vaults/executors/executor-store.ts';
import { putLinkState } from '../../vaults/recipients/link-store.ts';
import type { ReleaseNeeds } from '../../vaults/release/record-releases.ts';
import { deleteAnyVault } from '../../vaults/vault/delete-store.ts';
import { putVaultState } from '../../vaults/vault/journal-vault-store.ts';
import { findVaultState } from '../../vaults/vault/vault-store.ts';
import { findBothSides, type Side, undoHere } from './both-sides.ts';
import { followAccount } from './follow-account.ts';
import { followRequest } from './follow-request.ts';
import { followUndoneReleases, undoneOnlyHere } from './follow-undone-releases.ts';
import {
  type Difference,
  findUnmailedCodes,
  type LastLines,
  lastLinesOf,
  listDifferences,
} from './journal-differences.ts';
import { repeatReleases } from './repeat-releases.ts';

export interface FollowNeeds extends ReleaseNeeds, ReportChangeNeeds {
  journalFile: Journal;
  /** The operator's decision on a vault that was changed on both sides. Until there is one, it stays as it is here. */
  sideOf?: (vaultId: string) => Side | undefined;
}

/** What the operator must check. The audit shows what was changed (`journal-followed`). */
export interface Followed {
  /** The position of the last line that was followed. */
  reached: number;
  /** Vaults that are in the journal but not in this database. */
  missingVaults: string[];
  /** Vaults whose release could not be repeated. */
  notReleased: string[];
  /** Vaults with an executor code that is newer than the backup, if the journal does not show that the code was mailed. */
  unmailedCodes: string[];
  /** Vaults that were changed both here and in the journal since they parted. */
  bothSides: string[];
  /** Waiting letters that the journal does not show as sent. */
  waitingLetters: number;
  /** Differences between the records and the journal, as sentences without their full stop. */
  findings: string[];
}

/**
 * Null if there is no hold. Deleted rows leave their objects to the sweep. Lines that this database wrote to the journal change
 * nothing, because the database is newer.
 * @throws {StartRefused} if the journal lacks a line
 */
export async function followJournal(needs: FollowNeeds): Promise<Followed | null> {
  const { keys } = needs.journalFile;
  return needs.database.transaction(async (tx) => {
    const head = await lockHead(tx);
    if (!head.onHoldSince) return null;
    const { lines, changeIds, findings, last: end } = await readAfter(needs.journalFile, head);
    const last = lastLinesOf(lines);
    const parted = await findBothSides(tx, lines, changeIds);
    const counts = (vaultId: string | null) =>
      vaultId === null || !parted.vaultIds.includes(vaultId) || needs.sideOf?.(vaultId) === 'journal';
    await undoHere(tx, { journalFile: needs.journalFile, last, parted, vaultIds: parted.vaultIds.filter(counts) });
    const changed: Partial<Record<JournalKind, number>> = {};
    const follow = async <Kind extends JournalKind>(kind: Kind, apply: (one: Difference<Kind>) => Promise<boolean>) => {
      for (const one of await listDifferences({ keys, tx }, last, kind)) {
        if ((counts(one.vaultId) || kind === 'letter') && (await apply(one))) changed[kind] = (changed[kind] ?? 0) + 1;
      }
    };
    const missing = await missingActs(keys, tx, last);
    await putActs(tx, missing);
    // One of them may have been ended since the backup.
    await endSessionsBefore(tx, head.onHoldSince);
    // Letters come first, so that a release does not write letters again that were already sent. Links come before releases, so that they
    // keep their ids.
    await follow('letter', async ({ id, state, vaultId }) => {
      if (!state) return false;
      // A letter of this side may have the once-key of one that was sent on the other.
      return putSentLetter(tx, { id, ...state, ...(!counts(vaultId) && { onceKey: null }) });
    });
    await followDoubtActs(tx);
    await follow('account', (one) => followAccount(needs, tx, one));
    const lacking = { last, parted, counts, missing: new Set(missing.map(({ id }) => id)) };
    const notifyOfUndone = await followUndoneReleases(needs, tx, lacking);
    await follow('vault', (one) => followVault(needs, tx, one));
    const here = await vaultsHere(tx, last);
    await follow('executor', (one) => followExecutor(tx, one, here));
    for (const isOpen of [false, true])
      await follow('request', (one) => followRequest(needs, tx, one, { here, isOpen }));
    await follow('link', async ({ id, state }) => state !== null && putLinkState(tx, id, state));
    await follow('file', async (one) => followFile(tx, one));
    const except = undoneOnlyHere(lacking);
    const { released, notReleased } = await repeatReleases(needs, tx, { last, counts, except });
    for (const notify of notifyOfUndone) await notify();
    const undone = notifyOfUndone.length;
    const detail = { ...changed, ...(undone > 0 && { undone }), ...(released > 0 && { released }) };
    if (Object.keys(detail).length > 0)
      await recordAct(needs, tx, { actor: 'service', event: 'journal-followed', detail });
    const waitingLetters = await countWaitingLetters(tx);
    const unmailedCodes = findUnmailedCodes(last, head.writtenAt).filter((id) => here.has(id));
    const reached = end?.position ?? 0;
    const missingVaults = missingIn(last, here);
    const bothSides = parted.vaultIds;
    return { reached, missingVaults, notReleased, unmailedCodes, bothSides, waitingLetters, findings };
  });
}

async function missingActs(keys: JournalKeys, tx: Transaction, last: LastLines) {
  const differing = await listDifferences({ keys, tx }, last, 'act');
  return differing.flatMap(({ id, state, isHere }) =>
    state && !isHere ? [{ id, ...state, at: new Date(state.at) }] : [],
  );
}

async function followVault(needs: FollowNeeds, tx: Transaction, { id: vaultId, state, isHere }: Difference<'vault'>) {
  if (!isHere) return false;
  if (state) {
    const next = await withNewLink(needs, tx, vaultId, state);
    const here = (await readStates(tx, 'vault', [vaultId])).get(vaultId);
    return !isDeepStrictEqual(next, here) && putVaultState(tx, vaultId, next, needs.clock.now());
  }
  const objects = await unregisterObjectsOf(tx, vaultId);
  const vault = await deleteAnyVault(tx, vaultId); // without its deleted key, the content is unreadable
  const detail = { files: objects.length };
  const userId = vault?.creatorId;
  await recordAct(needs, tx, { vaultId, userId, actor: 'service', event: 'vault-purged', detail });
  return true;
}

/** The link that could undo the deletion of a vault is lost with the row of the change, so its owner gets another one, and as much time. */
async function withNewLink(needs: FollowNeeds, tx: Transaction, vaultId: string, state: JournalStates['vault']) {
  const here = state.status === 'deleting' ? (await findVaultState(tx, vaultId))?.vault : undefined;
  if (here?.status !== 'active') return { ...state, purgeAt: laterOf(state.purgeAt, here?.purgeAt?.toISOString()) };
  const change = { kind: 'vault-deletion', vault: { id: vaultId, title: here.title } } as const;
  const purgeAt = await reportChange(needs, tx, { userId: here.creatorId, ...change });
  return { ...state, purgeAt: purgeAt.toISOString() };
}

const laterOf = (one: string | null, other: string | null = null): string | null =>
  one !== null && other !== null && other > one ? other : one;

async function followExecutor(
  tx: Transaction,
  { id, state, isHere }: Difference<'executor'>,
  vaults: ReadonlySet<string>,
) {
  if (state ? !vaults.has(state.vaultId) : !isHere) return false;
  await (state ? putExecutorState(tx, id, state) : deleteExecutor(tx, id));
  return true;
}

async function followFile(tx: Transaction, { id, state, isHere }: Difference<'file'>) {
  if (!isHere) return false;
  if (!state) await deleteFiles(tx, [id]);
  else if (state.keptUntil) await keepFiles(tx, [id], new Date(state.keptUntil));
  else await unkeepFile(tx, id);
  return true;
}

async function vaultsHere(tx: Transaction, last: LastLines): Promise<Set<string>> {
  const lines = (['executor', 'request'] as const).flatMap((kind) => [...(last.get(kind)?.values() ?? [])]);
  const named = lines.flatMap(({ facts }) => (facts ? [(facts as JournalStates['executor' | 'request']).vaultId] : []));
  const ids = new Set([...named, ...(last.get('vault')?.keys() ?? [])]);
  return new Set((await readStates(tx, 'vault', [...ids])).keys());
}

const missingIn = (last: LastLines, here: ReadonlySet<string>): string[] =>
  [...(last.get('vault')?.values() ?? [])].flatMap(({ id, facts }) => (facts && !here.has(id) ? [id] : []));
