// Applies a save to the files of a vault, in the transaction of the edit: pending files join it, others are removed, captioned and
// reordered. An object is removed only after the commit, so that nothing is lost before its replacement is durable.
import { removedFilesPerVault } from '@remembrance/contract/limits.ts';
import type { VaultTexts } from '../../keys/vault/vault-texts.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { type FilesPlan, planFiles, type WantedFiles } from './file-rules.ts';
import { type FileWords, openWords, sealWords } from './file-words.ts';
import { arrangeFiles, countKeptFiles, deleteFiles, keepFiles, lockFilesOf } from './saved-file-store.ts';

/** Computes what the save does to the files. The caller must hold the vault's lock. */
export async function planSave(
  tx: Transaction,
  texts: VaultTexts,
  { vaultId, wanted }: { vaultId: string; wanted: WantedFiles },
): Promise<PlannedSave> {
  if (!(wanted.files || wanted.removedFiles)) return { ...unchanged, sealed: [] };
  const files = (await lockFilesOf(tx, vaultId)).map((file) => openWords(texts, file));
  const plan = planFiles(files, wanted);
  if (plan === 'file-not-found') refuse(plan, { detail: fileGone });
  if (typeof plan === 'string') refuse(plan);
  const sealed = plan.arranged.map(({ id, ...words }) => {
    const { fileName = '' } = files.find((file) => file.id === id) ?? {};
    return { id, ...sealWords(texts, id, { fileName, ...words }) };
  });
  return { ...plan, sealed };
}

export interface PlannedSave extends FilesPlan {
  /** The arranged files as stored. */
  sealed: (FileWords & { id: string })[];
}

const unchanged: FilesPlan = { isChanged: false, added: [], removed: [], reworded: [], arranged: [] };
const fileGone = 'One of the files is no longer here. Please reload the page and choose it again. Nothing was saved.';

interface Place {
  vaultId: string;
  ownerId: string;
}
interface Save extends Place {
  plan: PlannedSave;
  /** The time until which the removed files can be restored; null to delete them immediately. */
  keptUntil: Date | null;
}

/** @returns the objects to remove after the commit. If that fails, the sweep removes them. */
export async function applySave(needs: { clock: Clock }, tx: Transaction, { plan, keptUntil, ...place }: Save) {
  if (!plan.isChanged) return [];
  const objects = keptUntil
    ? await takeOut(needs, tx, { ...place, plan, keptUntil })
    : await deleteFiles(tx, plan.removed);
  await arrangeFiles(tx, place.vaultId, plan.sealed);
  await recordFiles(needs, tx, { ...place, ...plan });
  return objects;
}

async function takeOut(
  { clock }: { clock: Clock },
  tx: Transaction,
  { vaultId, plan, keptUntil }: Save & { keptUntil: Date },
): Promise<string[]> {
  if (plan.removed.length === 0) return [];
  const kept = await countKeptFiles(tx, vaultId, clock.now());
  if (kept + plan.removed.length > removedFilesPerVault) refuse('too-many-removed-files');
  await keepFiles(tx, plan.removed, keptUntil);
  return [];
}

/** The files of a vault in order, as they are stored. The caller must hold the vault's lock. */
export async function readStoredFiles(tx: Transaction, vaultId: string): Promise<StoredWords[]> {
  const files = await lockFilesOf(tx, vaultId);
  return files.filter(({ isPending }) => !isPending).map(({ isPending: _, ...file }) => file);
}

export type StoredWords = FileWords & { id: string };

/**
 * Makes these the files of the vault again, if they still exist. Others leave it, and are kept until the given time. The caller
 * must hold the vault's lock.
 */
export async function restoreFiles(
  needs: { clock: Clock },
  tx: Transaction,
  { files, keptUntil, ...place }: Place & { files: readonly StoredWords[]; keptUntil: Date },
): Promise<void> {
  const before = (await readStoredFiles(tx, place.vaultId)).map(({ id }) => id);
  const removed = before.filter((id) => !files.some((file) => file.id === id));
  if (removed.length > 0) await keepFiles(tx, removed, keptUntil);
  const arranged = await arrangeFiles(tx, place.vaultId, files);
  await recordFiles(needs, tx, { ...place, removed, added: arranged.filter((id) => !before.includes(id)) });
}

async function recordFiles(
  needs: { clock: Clock },
  tx: Transaction,
  { vaultId, ownerId, removed, added }: Place & Pick<FilesPlan, 'removed' | 'added'>,
): Promise<void> {
  const record = (event: 'file-added' | 'file-removed') => (fileId: string) =>
    recordAct(needs, tx, { vaultId, userId: ownerId, actor: 'owner', event, detail: { fileId } });
  for (const fileId of removed) await record('file-removed')(fileId);
  for (const fileId of added) await record('file-added')(fileId);
}
