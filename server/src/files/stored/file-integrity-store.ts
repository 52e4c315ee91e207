// Queries of vault_files about stored bytes: which are damaged, and which are to be read back.
import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { vaultFiles, vaultKeys } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import type { StoredFile } from '../storage/read-verified.ts';
import { downloadColumns, storedColumns } from './file-store.ts';

const storedFiles = (database: DatabaseOrTransaction) =>
  database.select(storedColumns).from(vaultFiles).leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaultFiles.vaultId));

/** The files of a vault for an archive, without pending ones. */
export const listFilesToArchive = (database: DatabaseOrTransaction, vaultId: string) =>
  database
    .select(downloadColumns)
    .from(vaultFiles)
    .leftJoin(vaultKeys, eq(vaultKeys.vaultId, vaultFiles.vaultId))
    .where(and(eq(vaultFiles.vaultId, vaultId), eq(vaultFiles.isPending, false)));

/** The virus scanner's results from when the files were received. */
export async function readScans(database: DatabaseOrTransaction) {
  const { id, scanResult, finding } = vaultFiles;
  const reported = await database.select({ id, finding }).from(vaultFiles).where(eq(scanResult, 'found')).orderBy(id);
  return { reported, notScanned: await database.$count(vaultFiles, eq(scanResult, 'not-scanned')) };
}

/** Files after this one, ordered by id. */
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

export async function setDamagedAt(
  database: DatabaseOrTransaction,
  fileId: string,
  damagedAt: Date | null,
): Promise<void> {
  await database.update(vaultFiles).set({ damagedAt }).where(eq(vaultFiles.id, fileId));
}
