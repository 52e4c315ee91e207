// Queries of vault_files and file_digests about their stored bytes: which are plain, damaged or to be read back, and their digests.
import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { fileDigests, objectEntityAcl, vaultFiles, vaultKeys } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { downloadColumns, storedColumns } from './file-store.ts';
import type { StoredFile } from './read-verified.ts';

const storedFiles = (database: DatabaseOrTransaction) =>
  database
    .select(storedColumns)
    .from(vaultFiles)
    .leftJoin(fileDigests, eq(fileDigests.fileId, vaultFiles.id))
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaultFiles.vaultId));

/** The files of a vault for an archive, without pending ones. */
export const listFilesToArchive = (database: DatabaseOrTransaction, vaultId: string) =>
  database
    .select(downloadColumns)
    .from(vaultFiles)
    .leftJoin(fileDigests, eq(fileDigests.fileId, vaultFiles.id))
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaultFiles.vaultId))
    .where(and(eq(vaultFiles.vaultId, vaultId), eq(vaultFiles.isPending, false)));

/** Files stored before files were encrypted, oldest first. */
export const listPlain = (database: DatabaseOrTransaction, max: number): Promise<StoredFile[]> =>
  storedFiles(database)
    .where(and(isNull(vaultFiles.encryptionHeader), isNull(vaultFiles.damagedAt)))
    .orderBy(asc(vaultFiles.createdAt))
    .limit(max);

/** What a virus scanner said of the files while they were received. */
export async function readScans(database: DatabaseOrTransaction) {
  const { id, scanResult, finding } = vaultFiles;
  const reported = await database.select({ id, finding }).from(vaultFiles).where(eq(scanResult, 'found')).orderBy(id);
  return { reported, notScanned: await database.$count(vaultFiles, eq(scanResult, 'not-scanned')) };
}

/** Files in the order of their ids, after this one. */
export const listFilesAfter = (
  database: DatabaseOrTransaction,
  id: string | null,
  max: number,
): Promise<StoredFile[]> =>
  storedFiles(database)
    .where(id ? gt(vaultFiles.id, id) : undefined)
    .orderBy(asc(vaultFiles.id))
    .limit(max);

/** Files that were last verified before then, the longest ago first. */
export const listUnverified = (database: DatabaseOrTransaction, before: Date, max: number): Promise<StoredFile[]> =>
  storedFiles(database)
    .where(and(isNull(vaultFiles.damagedAt), or(isNull(vaultFiles.verifiedAt), lt(vaultFiles.verifiedAt, before))))
    .orderBy(sql`${vaultFiles.verifiedAt} nulls first`)
    .limit(max);

export async function setVerifiedAt(database: DatabaseOrTransaction, fileId: string, verifiedAt: Date): Promise<void> {
  await database.update(vaultFiles).set({ verifiedAt, damagedAt: null }).where(eq(vaultFiles.id, fileId));
}

interface NewDigest {
  fileId: string;
  sha256: string;
  crc32: number;
  takenAt: Date;
}

/** A digest that is there already stays: it is the older witness. */
export async function upsertDigest(database: DatabaseOrTransaction, digest: NewDigest): Promise<void> {
  const { crc32 } = digest;
  await database
    .insert(fileDigests)
    .values(digest)
    .onConflictDoUpdate({ target: fileDigests.fileId, set: { crc32 }, setWhere: isNull(fileDigests.crc32) });
}

interface EncryptedObject {
  objectPath: string;
  encryptionHeader: string;
}

/** Names the encrypted object in place of the plain one. Returns false if the file is gone or has another object by now. */
export async function replaceObject(
  tx: Transaction,
  file: { id: string; objectPath: string },
  encrypted: EncryptedObject,
): Promise<boolean> {
  const [replaced] = await tx
    .update(vaultFiles)
    .set(encrypted)
    .where(and(eq(vaultFiles.id, file.id), eq(vaultFiles.objectPath, file.objectPath)))
    .returning({ id: vaultFiles.id });
  if (!replaced) return false;
  await tx
    .update(objectEntityAcl)
    .set({ objectPath: encrypted.objectPath })
    .where(eq(objectEntityAcl.objectPath, file.objectPath));
  return true;
}

export async function setDamagedAt(
  database: DatabaseOrTransaction,
  fileId: string,
  damagedAt: Date | null,
): Promise<void> {
  await database.update(vaultFiles).set({ damagedAt }).where(eq(vaultFiles.id, fileId));
}

/** Whether there is any file, also one that is still being uploaded or can be restored. */
export async function hasFiles(database: DatabaseOrTransaction): Promise<boolean> {
  const found = await database.select({ id: vaultFiles.id }).from(vaultFiles).limit(1);
  return found.length > 0;
}
