// Queries for saving the files of a vault, and for removing pending files that no save named.
import { and, eq, inArray, lt } from 'drizzle-orm';
import { objectEntityAcl, vaultFiles } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';
import { inOrder } from './file-store.ts';
import type { StoredWords } from './file-words.ts';

/** The files of a vault in order, and its pending ones, locked until the transaction ends, so that the sweep removes none of them. */
export const lockFilesOf = (tx: Transaction, vaultId: string) =>
  tx
    .select({
      id: vaultFiles.id,
      fileName: vaultFiles.fileName,
      caption: vaultFiles.caption,
      transcript: vaultFiles.transcript,
      isSealed: vaultFiles.isSealed,
      isPending: vaultFiles.isPending,
    })
    .from(vaultFiles)
    .where(eq(vaultFiles.vaultId, vaultId))
    .orderBy(...inOrder)
    .for('update');

interface ArrangedFile extends StoredWords {
  id: string;
}

/** Puts the files into the vault, in order. The caller must hold their locks. */
export async function arrangeFiles(tx: Transaction, files: ArrangedFile[]): Promise<void> {
  for (const [position, { id, ...words }] of files.entries()) {
    await tx
      .update(vaultFiles)
      .set({ ...words, position, isPending: false })
      .where(eq(vaultFiles.id, id));
  }
}

/** Deletes the files' rows and unregisters their objects. Returns the objects' paths, which the caller removes after the commit. */
export async function deleteFiles(tx: Transaction, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const deleted = await tx.delete(vaultFiles).where(inArray(vaultFiles.id, fileIds)).returning(path);
  return unregister(tx, deleted);
}

/** Deletes pending files that were uploaded before then. The objects are unregistered, and the caller removes them. */
export async function deletePendingFiles(tx: Transaction, before: Date): Promise<string[]> {
  const isOld = and(eq(vaultFiles.isPending, true), lt(vaultFiles.createdAt, before));
  return unregister(tx, await tx.delete(vaultFiles).where(isOld).returning(path));
}

const path = { path: vaultFiles.objectPath };

async function unregister(tx: Transaction, deleted: { path: string }[]): Promise<string[]> {
  const paths = deleted.map(({ path }) => path);
  if (paths.length > 0) await tx.delete(objectEntityAcl).where(inArray(objectEntityAcl.objectPath, paths));
  return paths;
}
