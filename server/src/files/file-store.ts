// Queries of vault_files, uploads and object_entity_acl.
import type { FileType } from '@remembrance/contract/files.ts';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { and, asc, count, eq, getTableColumns, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import {
  accessVerifications,
  fileDigests,
  objectEntityAcl,
  uploads,
  users,
  vaultFiles,
  vaults,
} from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import type { FileDigest } from './file-digest.ts';
import type { StoredFile } from './read-verified.ts';

const storedColumns = {
  id: vaultFiles.id,
  vaultId: vaultFiles.vaultId,
  objectPath: vaultFiles.objectPath,
  sizeBytes: vaultFiles.sizeBytes,
  segments: fileDigests.segments,
};

export interface DeclaredFile {
  fileName: string;
  fileType: FileType;
  mimeType: string;
}

/** A deleted vault accepts and shows no files until it is restored. */
const isShown = ne(vaults.status, 'deleting');

/** Reads what files need of the vault and locks it until the transaction ends. Null if the owner has no such vault. */
export async function lockVaultForFiles(tx: Transaction, vaultId: string, ownerId?: string) {
  const [vault] = await tx
    .select({
      id: vaults.id,
      creatorId: vaults.creatorId,
      status: vaults.status,
      paymentStatus: vaults.paymentStatus,
      planType: vaults.planType,
    })
    .from(vaults)
    .where(and(eq(vaults.id, vaultId), isShown, ownerId ? eq(vaults.creatorId, ownerId) : undefined))
    .for('update');
  return vault ?? null;
}

/** Counts stored files and pending uploads. The caller must hold the vault's lock. */
export async function countFiles(tx: Transaction, vaultId: string, now: Date) {
  const [stored] = await tx.select({ n: count() }).from(vaultFiles).where(eq(vaultFiles.vaultId, vaultId));
  const [promised] = await tx
    .select({ n: count() })
    .from(uploads)
    .where(and(eq(uploads.vaultId, vaultId), isNull(uploads.fileId), gt(uploads.expiresAt, now)));
  return { stored: stored?.n ?? 0, promised: promised?.n ?? 0 };
}

/** Locks out other uploads to this owner's vaults until the transaction ends. */
export async function lockOwnerOfFiles(tx: Transaction, ownerId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
}

/**
 * Whether one more file could exceed the limit for the drafts of an owner without a paid vault: together they may hold as much as
 * one vault. A pending upload counts as the largest file. The caller must hold the owner's lock.
 */
export async function isUnpaidStorageFull(
  tx: Transaction,
  { ownerId, maxFileBytes }: { ownerId: string; maxFileBytes: number },
  now: Date,
): Promise<boolean> {
  const isTheirs = eq(vaults.creatorId, ownerId);
  if ((await tx.$count(vaults, and(isTheirs, eq(vaults.paymentStatus, 'paid')))) > 0) return false;
  const drafts = tx
    .select({ id: vaults.id })
    .from(vaults)
    .where(and(isTheirs, eq(vaults.paymentStatus, 'unpaid')));
  const [stored] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${vaultFiles.sizeBytes}), 0)` })
    .from(vaultFiles)
    .where(inArray(vaultFiles.vaultId, drafts));
  const isPromised = and(inArray(uploads.vaultId, drafts), isNull(uploads.fileId), gt(uploads.expiresAt, now));
  const promised = await tx.$count(uploads, isPromised);
  return Number(stored?.bytes ?? 0) + (promised + 1) * maxFileBytes > filesPerVault * maxFileBytes;
}

export async function insertUpload(
  tx: Transaction,
  upload: DeclaredFile & { id: string; vaultId: string; expiresAt: Date },
): Promise<void> {
  await tx.insert(uploads).values(upload);
}

export async function findUpload(database: DatabaseOrTransaction, uploadId: string) {
  const [upload] = await database
    .select({ id: uploads.id, vaultId: uploads.vaultId, fileId: uploads.fileId, vaultStatus: vaults.status })
    .from(uploads)
    .innerJoin(vaults, eq(vaults.id, uploads.vaultId))
    .where(eq(uploads.id, uploadId));
  return upload ?? null;
}

/** Completes an upload with its file, once. Returns null if another try of the same upload was first. */
export async function finishUpload(tx: Transaction, uploadId: string, fileId: string): Promise<DeclaredFile | null> {
  const [upload] = await tx
    .update(uploads)
    .set({ fileId })
    .where(and(eq(uploads.id, uploadId), isNull(uploads.fileId)))
    .returning({ fileName: uploads.fileName, fileType: uploads.fileType, mimeType: uploads.mimeType });
  return upload ? { ...upload, fileType: upload.fileType as FileType } : null;
}

export interface NewFile extends DeclaredFile {
  id: string;
  vaultId: string;
  fileSize: string;
  sizeBytes: number;
  objectPath: string;
  createdAt: Date;
}

export async function insertFile(tx: Transaction, file: NewFile, ownerId: string): Promise<void> {
  await tx.insert(vaultFiles).values(file);
  await registerObject(tx, file.objectPath, ownerId);
}

export async function insertDigest(
  database: DatabaseOrTransaction,
  digest: FileDigest & { fileId: string; takenAt: Date },
): Promise<void> {
  await database.insert(fileDigests).values(digest).onConflictDoNothing();
}

/** Files stored before digests existed, oldest first. */
export const listUndigested = (database: DatabaseOrTransaction, max: number): Promise<StoredFile[]> =>
  database
    .select(storedColumns)
    .from(vaultFiles)
    .leftJoin(fileDigests, eq(fileDigests.fileId, vaultFiles.id))
    .where(and(isNull(fileDigests.fileId), isNull(vaultFiles.damagedAt)))
    .orderBy(asc(vaultFiles.createdAt))
    .limit(max);

export async function setDamagedAt(
  database: DatabaseOrTransaction,
  fileId: string,
  damagedAt: Date | null,
): Promise<void> {
  await database.update(vaultFiles).set({ damagedAt }).where(eq(vaultFiles.id, fileId));
}

/** Registers an object, so that the sweep does not remove it. */
export async function registerObject(tx: Transaction, objectPath: string, ownerId: string): Promise<void> {
  await tx.insert(objectEntityAcl).values({ objectPath, owner: ownerId });
}

/** Unregisters one object. */
export async function unregisterObject(tx: Transaction, objectPath: string): Promise<void> {
  await tx.delete(objectEntityAcl).where(eq(objectEntityAcl.objectPath, objectPath));
}

/** Unregisters all objects of an owner and returns their paths. */
export async function unregisterObjectsOfOwner(tx: Transaction, ownerId: string): Promise<string[]> {
  const forgotten = await tx
    .delete(objectEntityAcl)
    .where(eq(objectEntityAcl.owner, ownerId))
    .returning({ path: objectEntityAcl.objectPath });
  return forgotten.map(({ path }) => path);
}

/** Null if the owner has no such vault. */
export async function listFilesOf(database: DatabaseOrTransaction, vaultId: string, ownerId: string) {
  const rows = await database
    .select({ file: vaultFiles })
    .from(vaults)
    .leftJoin(vaultFiles, eq(vaultFiles.vaultId, vaults.id))
    .where(and(eq(vaults.id, vaultId), isShown, eq(vaults.creatorId, ownerId)))
    .orderBy(asc(vaultFiles.createdAt), asc(vaultFiles.id));
  return rows.length === 0 ? null : rows.flatMap(({ file }) => (file ? [file] : []));
}

export const listReleasedFiles = (database: DatabaseOrTransaction, vaultId: string) =>
  database
    .select({ ...getTableColumns(vaultFiles), unchangedSince: fileDigests.takenAt })
    .from(vaultFiles)
    .leftJoin(fileDigests, eq(fileDigests.fileId, vaultFiles.id))
    .where(eq(vaultFiles.vaultId, vaultId))
    .orderBy(asc(vaultFiles.createdAt), asc(vaultFiles.id));

/** Finds a file of a released vault, for a recipient whose answers were right for this link. */
export async function findDownload(database: DatabaseOrTransaction, fileId: string, accessId: string, now: Date) {
  const [file] = await database
    .select({
      ...storedColumns,
      fileName: vaultFiles.fileName,
      mimeType: vaultFiles.mimeType,
      damagedAt: vaultFiles.damagedAt,
      sha256: fileDigests.sha256,
    })
    .from(vaultFiles)
    .leftJoin(fileDigests, eq(fileDigests.fileId, vaultFiles.id))
    .innerJoin(vaults, eq(vaults.id, vaultFiles.vaultId))
    .innerJoin(accessVerifications, eq(accessVerifications.vaultId, vaults.id))
    .where(
      and(
        eq(vaultFiles.id, fileId),
        eq(accessVerifications.id, accessId),
        eq(accessVerifications.securityAnswersProvided, true),
        gt(accessVerifications.expiresAt, now),
        eq(vaults.status, 'released'),
      ),
    );
  return file ?? null;
}

/** Unregisters the vault's objects and returns their paths, which the caller removes after the commit. */
export async function unregisterObjectsOf(tx: Transaction, vaultId: string): Promise<string[]> {
  const paths = tx.select({ path: vaultFiles.objectPath }).from(vaultFiles).where(eq(vaultFiles.vaultId, vaultId));
  const forgotten = await tx
    .delete(objectEntityAcl)
    .where(inArray(objectEntityAcl.objectPath, paths))
    .returning({ path: objectEntityAcl.objectPath });
  return forgotten.map(({ path }) => path);
}

/** Returns those of the paths that no row refers to. */
export async function findUnregisteredObjects(database: DatabaseOrTransaction, paths: string[]): Promise<string[]> {
  const named = await database
    .select({ path: objectEntityAcl.objectPath })
    .from(objectEntityAcl)
    .where(inArray(objectEntityAcl.objectPath, paths));
  const known = new Set(named.map(({ path }) => path));
  return paths.filter((path) => !known.has(path));
}

/** Deletes uploads that were never finished and whose links expired long ago. */
export async function forgetOldUploads(database: DatabaseOrTransaction, before: Date): Promise<void> {
  await database
    .delete(uploads)
    .where(and(isNull(uploads.fileId), sql`${uploads.expiresAt} < ${before.toISOString()}`));
}
