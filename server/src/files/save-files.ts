// Applies a save to the files of a vault, in the transaction of the edit: pending files join it, others are removed, captioned and
// put in order. An object is removed only after the commit, so that nothing is lost before what replaces it is durable.
import { recordAudit } from '../audit/audit-store.ts';
import type { Transaction } from '../database/transaction.ts';
import type { VaultTexts } from '../keys/vault-texts.ts';
import type { Clock } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import { type FilesPlan, planFiles, type WantedFiles } from './file-rules.ts';
import { openWords, type StoredWords, sealWords } from './file-words.ts';
import { arrangeFiles, deleteFiles, lockFilesOf } from './saved-file-store.ts';

/** What the save does to the files. The caller must hold the vault's lock. */
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
  /** The arranged files as they are stored. */
  sealed: (StoredWords & { id: string })[];
}

const unchanged: FilesPlan = { isChanged: false, added: [], removed: [], arranged: [] };
const fileGone = 'One of the files is no longer here. Please reload the page and choose it again. Nothing was saved.';

interface Save {
  vaultId: string;
  ownerId: string;
  plan: PlannedSave;
}

/** @returns the objects to remove after the commit. If that fails, the sweep removes them. */
export async function applySave(needs: { clock: Clock }, tx: Transaction, { vaultId, ownerId, plan }: Save) {
  if (!plan.isChanged) return [];
  const objects = await deleteFiles(tx, plan.removed);
  await arrangeFiles(tx, plan.sealed);
  const record = (event: 'file-added' | 'file-removed') => (fileId: string) =>
    recordAudit(needs, tx, { vaultId, userId: ownerId, actor: 'owner', event, detail: { fileId } });
  for (const fileId of plan.removed) await record('file-removed')(fileId);
  for (const fileId of plan.added) await record('file-added')(fileId);
  return objects;
}
