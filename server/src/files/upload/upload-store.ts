// Queries of uploads in progress (the table uploads), and of their limits.
import type { FileType } from '@remembrance/contract/files.ts';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { and, eq, exists, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { uploads, userSubscriptions, users, vaultFiles, vaults } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { isShown, type WrittenFile } from '../stored/file-store.ts';

/** Reads what files need of the vault and locks it until the transaction ends. Null if the owner has no such vault. */
export async function lockVaultForFiles(tx: Transaction, vaultId: string, ownerId?: string) {
  const [vault] = await tx
    .select({
      id: vaults.id,
      creatorId: vaults.creatorId,
      status: vaults.status,
      paymentStatus: vaults.paymentStatus,
      planType: vaults.planType,
      editCount: vaults.editCount,
    })
    .from(vaults)
    .where(and(eq(vaults.id, vaultId), isShown, ownerId ? eq(vaults.creatorId, ownerId) : undefined))
    .for('no key update');
  return vault ?? null;
}

/** Counts files in the vault, or its pending files, and the uploads that will join them. The caller must hold the vault's lock. */
export async function countFiles(tx: Transaction, vaultId: string, { isPending }: { isPending: boolean }, now: Date) {
  const promised = and(isNull(uploads.fileId), eq(uploads.isPending, isPending), gt(uploads.expiresAt, now));
  return {
    stored: await tx.$count(
      vaultFiles,
      and(eq(vaultFiles.vaultId, vaultId), eq(vaultFiles.isPending, isPending), isNull(vaultFiles.keptUntil)),
    ),
    promised: await tx.$count(uploads, and(eq(uploads.vaultId, vaultId), promised)),
  };
}

/** Locks out other uploads to this owner's vaults until the transaction ends. */
export async function lockOwnerOfFiles(tx: Transaction, ownerId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
}

/** A vault without a payment or a card: a draft, or one in a free month that started without a card. */
const isUnpaid = or(
  eq(vaults.paymentStatus, 'unpaid'),
  and(
    eq(vaults.paymentStatus, 'trial'),
    exists(
      sql`(select from ${userSubscriptions}
        where ${userSubscriptions.id} = ${vaults.purchaseId} and ${userSubscriptions.stripePaymentIntentId} is null)`,
    ),
  ),
);

/** Whether it is a vault without a payment or a card, of an owner who has no paid one. */
export async function isUnpaidVault(
  database: DatabaseOrTransaction,
  { ownerId, vaultId }: { ownerId: string; vaultId: string },
): Promise<boolean> {
  if ((await database.$count(vaults, and(eq(vaults.id, vaultId), isUnpaid))) === 0) return false;
  const isPaid = and(eq(vaults.creatorId, ownerId), eq(vaults.paymentStatus, 'paid'));
  return (await database.$count(vaults, isPaid)) === 0;
}

/**
 * Whether one more file of this vault could exceed the limit for the unpaid vaults of an owner without a paid one: together they may
 * store as much as one vault. A pending upload counts as the largest file. The caller must hold the owner's lock.
 */
export async function isUnpaidStorageFull(
  tx: Transaction,
  { ownerId, vaultId, maxFileBytes }: { ownerId: string; vaultId: string; maxFileBytes: number },
  now: Date,
): Promise<boolean> {
  const isTheirs = eq(vaults.creatorId, ownerId);
  if (!(await isUnpaidVault(tx, { ownerId, vaultId }))) return false;
  const unpaid = tx.select({ id: vaults.id }).from(vaults).where(and(isTheirs, isUnpaid));
  const [stored] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${vaultFiles.sizeBytes}), 0)` })
    .from(vaultFiles)
    .where(inArray(vaultFiles.vaultId, unpaid));
  const isPromised = and(inArray(uploads.vaultId, unpaid), isNull(uploads.fileId), gt(uploads.expiresAt, now));
  const promised = await tx.$count(uploads, isPromised);
  return Number(stored?.bytes ?? 0) + (promised + 1) * maxFileBytes > filesPerVault * maxFileBytes;
}

export async function insertUpload(
  tx: Transaction,
  upload: WrittenFile & { id: string; vaultId: string; isPending: boolean; expiresAt: Date },
): Promise<void> {
  await tx.insert(uploads).values(upload);
}

export async function findUpload(database: DatabaseOrTransaction, uploadId: string) {
  const [upload] = await database
    .select({
      id: uploads.id,
      vaultId: uploads.vaultId,
      ownerId: vaults.creatorId,
      fileId: uploads.fileId,
      vaultStatus: vaults.status,
    })
    .from(uploads)
    .innerJoin(vaults, eq(vaults.id, uploads.vaultId))
    .where(eq(uploads.id, uploadId));
  return upload ?? null;
}

/** Completes an upload, once. Returns null if another attempt at the same upload was first. */
export async function finishUpload(
  tx: Transaction,
  uploadId: string,
): Promise<(WrittenFile & { isPending: boolean }) | null> {
  const { fileName, fileType, mimeType, caption, transcript, isPending } = uploads;
  const [upload] = await tx
    .update(uploads)
    .set({ fileId: uploadId })
    .where(and(eq(uploads.id, uploadId), isNull(uploads.fileId)))
    .returning({ fileName, fileType, mimeType, caption, transcript, isPending });
  return upload ? { ...upload, fileType: upload.fileType as FileType } : null;
}

/** Frees the place of an upload that failed. One that was completed stays. */
export async function forgetUpload(database: DatabaseOrTransaction, uploadId: string): Promise<void> {
  await database.delete(uploads).where(and(eq(uploads.id, uploadId), isNull(uploads.fileId)));
}

/** Deletes uploads whose links expired long ago. Their files stay. */
export async function forgetOldUploads(database: DatabaseOrTransaction, before: Date): Promise<void> {
  await database.delete(uploads).where(sql`${uploads.expiresAt} < ${before.toISOString()}`);
}
