// Takes the bytes of one file. Answers only when they and their row are durable; whatever goes wrong before leaves nothing.
import type { Readable } from 'node:stream';
import { fileSizeText } from '@remembrance/contract/files.ts';
import { filesPerVault } from '@remembrance/contract/limits.ts';
import { recordAudit } from '../audit/audit-store.ts';
import type { Database } from '../database/open-database.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { isId, newId } from '../lib/ids.ts';
import { refuse } from '../lib/refusal.ts';
import type { FileDigest } from './file-digest.ts';
import { countFiles, findUpload, finishUpload, insertDigest, insertFile, lockVaultForFiles } from './file-store.ts';
import { uploadLinkHolds } from './link-rules.ts';
import type { ObjectStorage } from './object-storage.ts';
import { storeObject } from './store-object.ts';

interface Needs {
  database: Database;
  clock: Clock;
  keyring: Keyring;
  storage: ObjectStorage;
  maxFileBytes: number;
}
interface Upload {
  uploadId: string;
  link: { expires: string; signature: string };
  /** The Content-Length header; the bytes are counted against it. */
  declaredLength: string | undefined;
  bytes: Readable;
}

export async function takeUpload(needs: Needs, input: Upload): Promise<void> {
  if (!uploadLinkHolds(needs.keyring, input.uploadId, input.link, needs.clock.now())) refuse('link-signature-refused');
  const sizeBytes = readLength(input.declaredLength, needs.maxFileBytes);
  const upload = isId(input.uploadId) ? await findUpload(needs.database, input.uploadId) : null;
  if (!upload) refuse('vault-not-found');
  if (upload.fileId) refuse('upload-finished');
  if (upload.vaultStatus === 'released') refuse('vault-released');

  const fileId = newId(needs.clock.now());
  const objectPath = `${fileId.slice(-2)}/${upload.vaultId}/${fileId}`;
  const digest = await storeObject(needs.storage, objectPath, input.bytes, sizeBytes);
  try {
    await book(needs, { uploadId: upload.id, vaultId: upload.vaultId, fileId, objectPath, sizeBytes, digest });
  } catch (error) {
    // Whether or not the row made it (the answer of a commit can be lost), an object without one is found by the sweep.
    const booked = await findUpload(needs.database, upload.id).catch(() => null);
    if (booked?.fileId === fileId) return;
    if (booked) await needs.storage.remove(objectPath);
    throw error;
  }
}

function readLength(declared: string | undefined, max: number): number {
  if (declared === undefined || !/^\d{1,15}$/.test(declared)) refuse('length-required');
  const length = Number(declared);
  if (length === 0) refuse('file-empty');
  if (length > max) {
    refuse('too-large', { detail: `A file may have at most ${Math.floor(max / (1024 * 1024))} MB.` });
  }
  return length;
}

interface Booking {
  uploadId: string;
  vaultId: string;
  fileId: string;
  objectPath: string;
  sizeBytes: number;
  digest: FileDigest;
}

async function book(needs: Needs, { uploadId, vaultId, fileId, objectPath, sizeBytes, digest }: Booking) {
  const now = needs.clock.now();
  await needs.database.transaction(async (tx) => {
    const vault = await lockVaultForFiles(tx, vaultId);
    if (!vault) refuse('vault-not-found');
    if (vault.status === 'released') refuse('vault-released');
    const { stored } = await countFiles(tx, vaultId, now);
    if (stored >= filesPerVault) refuse('too-many-files');
    const declared = await finishUpload(tx, uploadId, fileId);
    if (!declared) refuse('upload-finished');
    const file = {
      ...declared,
      id: fileId,
      vaultId,
      objectPath,
      sizeBytes,
      fileSize: fileSizeText(sizeBytes),
      createdAt: now,
    };
    await insertFile(tx, file, vault.creatorId);
    await insertDigest(tx, { fileId, ...digest, takenAt: now });
    const { creatorId: userId } = vault;
    await recordAudit(needs, tx, {
      vaultId,
      userId,
      actor: 'owner',
      event: 'file-added',
      detail: { fileId, sizeBytes },
    });
  });
}
