// Queries of vault_files and object_entity_acl. A pending file is not in its vault.
import type { FileType } from '@remembrance/contract/files.ts';
import { and, asc, eq, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import { given, prepared } from '../../platform/database/prepared.ts';
import {
  accessVerifications,
  objectEntityAcl,
  sessions,
  users,
  vaultFiles,
  vaultKeys,
  vaults,
} from '../../platform/database/schema.ts';
import { type DatabaseOrTransaction, firstRow, type Transaction } from '../../platform/database/transaction.ts';
import type { FileWords } from './file-words.ts';

export const storedColumns = {
  id: vaultFiles.id,
  vaultId: vaultFiles.vaultId,
  objectPath: vaultFiles.objectPath,
  sizeBytes: vaultFiles.sizeBytes,
  encryptionHeader: vaultFiles.encryptionHeader,
  wrappedKey: vaultKeys.wrappedKey,
};

/** A file with its caption and transcript as stored. */
export interface WrittenFile extends FileWords {
  fileType: FileType;
  mimeType: string;
}

const isInVault = eq(vaultFiles.isPending, false);
export const inOrder = [asc(vaultFiles.position), asc(vaultFiles.createdAt), asc(vaultFiles.id)];
/** A deleted vault accepts and shows no files until it is restored. */
export const isShown = ne(vaults.status, 'deleting');

export type NewFile = WrittenFile & Omit<typeof vaultFiles.$inferSelect, 'keptUntil' | 'damagedAt' | 'verifiedAt'>;

export async function insertFile(tx: Transaction, file: NewFile, ownerId: string): Promise<void> {
  await tx.insert(vaultFiles).values(file);
  await registerObject(tx, file.objectPath, ownerId);
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

/** Includes the vault's key. Null if the owner has no such vault. */
export async function listFilesOf(database: DatabaseOrTransaction, vaultId: string, ownerId: string) {
  const rows = await database
    .select({ file: vaultFiles, wrappedKey: vaultKeys.wrappedKey })
    .from(vaults)
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaults.id))
    .leftJoin(vaultFiles, and(eq(vaultFiles.vaultId, vaults.id), isInVault))
    .where(and(eq(vaults.id, vaultId), isShown, eq(vaults.creatorId, ownerId)))
    .orderBy(...inOrder);
  const [first] = rows;
  return first ? { wrappedKey: first.wrappedKey, files: rows.flatMap(({ file }) => (file ? [file] : [])) } : null;
}

const { id, fileType, mimeType, fileSize, sizeBytes, fileName, caption, transcript } = vaultFiles;
const { damagedAt, finding } = vaultFiles;
const words = { fileName, caption, transcript };
const shown = { id, fileType, mimeType, fileSize, sizeBytes, ...words, damagedAt, finding };
const selectReleasedFiles = prepared('list_released_files', (database) =>
  database
    .select({ ...shown, createdAt: vaultFiles.createdAt })
    .from(vaultFiles)
    .where(and(eq(vaultFiles.vaultId, given('vaultId')), isInVault))
    .orderBy(...inOrder),
);

export const listReleasedFiles = (database: DatabaseOrTransaction, vaultId: string) =>
  selectReleasedFiles(database, { vaultId });

/** The columns that a download needs. */
export const downloadColumns = {
  ...storedColumns,
  fileName: vaultFiles.fileName,
  mimeType: vaultFiles.mimeType,
  damagedAt: vaultFiles.damagedAt,
  sha256: vaultFiles.sha256,
  crc32: vaultFiles.crc32,
  createdAt: vaultFiles.createdAt,
};

/** Finds a file of a released vault, for a recipient whose answers were right for this link. */
export const findDownload = (database: DatabaseOrTransaction, fileId: string, accessId: string, now: Date) =>
  firstRow(findDownloads(database, { fileId, accessId, now }));

const findDownloads = prepared('find_download', (database) =>
  database
    .select(downloadColumns)
    .from(vaultFiles)
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaultFiles.vaultId))
    .innerJoin(vaults, eq(vaults.id, vaultFiles.vaultId))
    .innerJoin(accessVerifications, eq(accessVerifications.vaultId, vaults.id))
    .where(
      and(
        eq(vaultFiles.id, given('fileId')),
        isInVault,
        eq(accessVerifications.id, given('accessId')),
        eq(accessVerifications.securityAnswersProvided, true),
        gt(accessVerifications.expiresAt, given('now')),
        eq(vaults.status, 'released'),
      ),
    ),
);

/** Finds a file of a vault for its owner, while the session is valid. */
export async function findOwnDownload(database: DatabaseOrTransaction, fileId: string, sessionId: string, now: Date) {
  const [file] = await database
    .select(downloadColumns)
    .from(vaultFiles)
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaultFiles.vaultId))
    .innerJoin(vaults, eq(vaults.id, vaultFiles.vaultId))
    .innerJoin(users, eq(users.id, vaults.creatorId))
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(
      and(
        eq(vaultFiles.id, fileId),
        isInVault,
        isShown,
        eq(sessions.id, sessionId),
        gt(sessions.expire, now),
        isNull(users.suspendedAt),
        or(isNull(users.contentFrom), lte(users.contentFrom, now)),
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

/** Every object that a row refers to. */
export async function listObjectPaths(database: DatabaseOrTransaction): Promise<string[]> {
  const named = await database.select({ path: objectEntityAcl.objectPath }).from(objectEntityAcl);
  return named.map(({ path }) => path);
}

/** Returns the paths that no row refers to. */
export async function findUnregisteredObjects(database: DatabaseOrTransaction, paths: string[]): Promise<string[]> {
  const named = await database
    .select({ path: objectEntityAcl.objectPath })
    .from(objectEntityAcl)
    .where(inArray(objectEntityAcl.objectPath, paths));
  const known = new Set(named.map(({ path }) => path));
  return paths.filter((path) => !known.has(path));
}
