// An undo is a change like any other: what it replaces is read first and kept, what is newer than its own change is named, and an edit of
// which nothing is left no longer counts.
import type { OwnerChange, OwnerChangeKind } from '@remembrance/contract/owner-changes.ts';
import { type EarlierContent, type EarlierMarks, fingerprintOf } from '../people/owner-changes/earlier-values.ts';
import {
  countOpenParts,
  endOpen,
  listOwnerChanges,
  markUndone,
  type OwnerChangeRow,
  reopenChanges,
} from '../people/owner-changes/owner-change-store.ts';
import { type Change, openEarlier, type ReportChangeNeeds } from '../people/owner-changes/report-change.ts';
import type { UserRow } from '../people/users/user-store.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import { readVaultState } from '../vaults/edit/vault-state.ts';
import { personOf } from '../vaults/executors/executor-person.ts';
import { findExecutor } from '../vaults/executors/executor-store.ts';
import { changeEditCount } from '../vaults/vault/edit-store.ts';
import { lockVaultOf } from '../vaults/vault/vault-store.ts';

type Needs = Pick<ReportChangeNeeds, 'keyring' | 'clock'>;
export type State = NonNullable<Change['earlier']>;
export type Marks = EarlierMarks & Partial<EarlierContent>;

/** What the undo of a change would replace. Null for a change whose undo replaces nothing that can come back. */
export async function readState(tx: Transaction, change: OwnerChangeRow, user: UserRow): Promise<State | null> {
  const { kind, vaultId, itemId } = change;
  if (kind === 'name') return { firstName: user.firstName, lastName: user.lastName };
  if (!vaultId || !(await lockVaultOf(tx, user.id, vaultId))) return null;
  if (kind !== 'executor') return readVaultState(tx, vaultId, kind as OwnerChangeKind);
  const executor = itemId ? await findExecutor(tx, { vaultId, executorId: itemId }) : null;
  return executor && personOf(executor);
}

/** What was changed after a change and would be replaced as well. */
export function newerThan({ kind, createdAt }: OwnerChangeRow, marks: Marks, now: State | null): OwnerChange['newer'] {
  if (!now || !marks.after || marks.after === fingerprintOf(now)) return [];
  if (kind !== 'content' || !('files' in now)) return ['other'];
  const known = [...(marks.files ?? []).map(({ id }) => id), ...(marks.addedFiles ?? [])];
  const newer: OwnerChange['newer'] = [
    ...(new Date(now.messageWrittenAt) > createdAt ? (['message'] as const) : []),
    ...(now.files.some(({ id }) => !known.includes(id)) ? (['files'] as const) : []),
  ];
  return newer.length > 0 ? newer : ['other'];
}

/** Ends the change and every later one of its item. @returns the ids of those it ended */
export async function endChanges(tx: Transaction, changes: readonly OwnerChangeRow[], now: Date): Promise<string[]> {
  const ended: OwnerChangeRow[] = [];
  for (const change of changes) ended.push(...(await markUndone(tx, change, now)));
  for (const { vaultId, editVersion } of await undoneEdits(tx, ended)) {
    if (vaultId && editVersion !== null) await changeEditCount(tx, vaultId, -1);
  }
  return ended.map(({ id }) => id);
}

/**
 * After the undo of an undo: what it had ended can be undone again, and an edit that it gave back counts again. If that was an undo too,
 * what it had ended ends again, and so on.
 */
export async function reopenEnded(needs: Needs, tx: Transaction, { ended = [] }: Marks): Promise<void> {
  const [pressed, ...later] = await listOwnerChanges(tx, ended);
  if (!pressed) return;
  for (const { vaultId } of await undoneEdits(tx, [pressed, ...later])) {
    if (vaultId) await changeEditCount(tx, vaultId, 1);
  }
  await reopenChanges(tx, ended);
  await endAgain(needs, tx, (await openEarlier<Marks>(needs, pressed)) ?? {});
}

async function endAgain(needs: Needs, tx: Transaction, { ended = [] }: Marks): Promise<void> {
  const [pressed] = await listOwnerChanges(tx, ended);
  if (!pressed) return;
  for (const { vaultId } of await undoneEdits(tx, await endOpen(tx, ended, needs.clock.now()))) {
    if (vaultId) await changeEditCount(tx, vaultId, -1);
  }
  await reopenEnded(needs, tx, (await openEarlier<Marks>(needs, pressed)) ?? {});
}

/** For each counted edit whose reported parts are all undone, one of its changes. */
async function undoneEdits(tx: Transaction, changes: readonly OwnerChangeRow[]): Promise<OwnerChangeRow[]> {
  const edits = new Map(changes.map((change) => [change.editVersion, change]));
  const undone: OwnerChangeRow[] = [];
  for (const [version, change] of edits) {
    if (version === null || change.vaultId === null) continue;
    if ((await countOpenParts(tx, change.vaultId, version)) === 0) undone.push(change);
  }
  return undone;
}

/** The undo as a change of its own, with a link that restores what it replaced. */
export function undoAsChange(
  { kind, vaultId, itemId }: OwnerChangeRow,
  {
    user,
    replaced,
    state,
    ended,
    title,
  }: {
    user: UserRow;
    replaced: State;
    state: State | null;
    ended: string[];
    title: string | null;
  },
): Change & Pick<EarlierMarks, 'ended'> {
  return {
    userId: user.id,
    kind: kind as OwnerChangeKind,
    ...(vaultId && { vault: { id: vaultId, title: title ?? '' } }),
    ...(itemId && { itemId }),
    earlier: replaced,
    state,
    ended,
  };
}
