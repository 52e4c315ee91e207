// Queries for saving the files of a vault, and for removing pending files that were never saved.
import { and, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import { objectEntityAcl, vaultFiles } from '../../platform/database/schema.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { inOrder } from './file-store.ts';
import type { FileWords } from './file-words.ts';

/**
 * The files of a vault in order, and its pending ones, locked until the transaction ends, so that the sweep removes none of them.
 * Excludes removed files.
 */
export const lockFilesOf = (tx: Transaction, vaultId: string) =>
  tx
    .select({
      id: vaultFiles.id,
      fileName: vaultFiles.fileName,
      caption: vaultFiles.caption,
      transcript: vaultFiles.transcript,
      isPending: vaultFiles.isPending,
    })
    .from(vaultFiles)
    .where(and(eq(vaultFiles.vaultId, vaultId), isNull(vaultFiles.keptUntil)))
    .orderBy(...inOrder)
    .for('update');

interface ArrangedFile extends FileWords {
  id: string;
}

/** Puts the files into the vault, in order. The caller must hold the vault's lock. Returns the ids of those that exist. */
export async function arrangeFiles(
  tx: Transaction,
  vaultId: string,
  files: readonly ArrangedFile[],
): Promise<string[]> {
  const arranged: string[] = [];
  for (const [position, { id, ...words }] of files.entries()) {
    const put = await tx
      .update(vaultFiles)
      .set({ ...words, position, isPending: false, keptUntil: null })
      .where(and(eq(vaultFiles.id, id), eq(vaultFiles.vaultId, vaultId)))
      .returning({ id: vaultFiles.id });
    arranged.push(...put.map((file) => file.id));
  }
  return arranged;
}

/** Takes the files out of their vault and keeps them until the given time. */
export async function keepFiles(tx: Transaction, fileIds: readonly string[], until: Date): Promise<void> {
  await tx
    .update(vaultFiles)
    .set({ isPending: true, keptUntil: until })
    .where(inArray(vaultFiles.id, [...fileIds]));
}

/** Returns a removed file to its vault. */
export async function unkeepFile(tx: Transaction, fileId: string): Promise<void> {
  await tx.update(vaultFiles).set({ isPending: false, keptUntil: null }).where(eq(vaultFiles.id, fileId));
}

/** Removed files that can still be restored. The caller must hold the vault's lock. */
export const countKeptFiles = (tx: Transaction, vaultId: string, now: Date): Promise<number> =>
  tx.$count(vaultFiles, and(eq(vaultFiles.vaultId, vaultId), gt(vaultFiles.keptUntil, now)));

/** Deletes the files' rows and unregisters their objects. Returns the objects' paths, which the caller removes after the commit. */
export async function deleteFiles(tx: Transaction, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const deleted = await tx.delete(vaultFiles).where(inArray(vaultFiles.id, fileIds)).returning(path);
  return unregister(tx, deleted);
}

/**
 * Deletes pending files that were uploaded before the given time, and removed files that can no longer be restored. The objects are
 * unregistered, and the caller removes them.
 */
export async function deletePendingFiles(tx: Transaction, before: Date, now: Date): Promise<string[]> {
  const isOver = or(
    and(isNull(vaultFiles.keptUntil), lt(vaultFiles.createdAt, before)),
    lte(vaultFiles.keptUntil, now),
  );
  const isOld = and(eq(vaultFiles.isPending, true), isOver);
  return unregister(tx, await tx.delete(vaultFiles).where(isOld).returning(path));
}

const path = { path: vaultFiles.objectPath };

async function unregister(tx: Transaction, deleted: { path: string }[]): Promise<string[]> {
  const paths = deleted.map(({ path }) => path);
  if (paths.length > 0) await tx.delete(objectEntityAcl).where(inArray(objectEntityAcl.objectPath, paths));
  return paths;
}
