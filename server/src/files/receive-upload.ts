// Receives the bytes of one file. It answers only when the bytes and their row are durable. A failure before that leaves nothing.
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
import { insertDigest, insertFile } from './file-store.ts';
import { isUploadLinkValid } from './link-rules.ts';
import type { ObjectStorage } from './object-storage.ts';
import { storeObject } from './store-object.ts';
import { countFiles, findUpload, finishUpload, lockVaultForFiles } from './upload-store.ts';

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
  /** The Content-Length header. The bytes must match it. */
  declaredLength: string | undefined;
  bytes: Readable;
}

export async function receiveUpload(needs: Needs, input: Upload): Promise<void> {
  if (!isUploadLinkValid(needs.keyring, input.uploadId, input.link, needs.clock.now()))
    refuse('link-signature-refused');
  const sizeBytes = readLength(input.declaredLength, needs.maxFileBytes);
  const upload = isId(input.uploadId) ? await findUpload(needs.database, input.uploadId) : null;
  if (!upload) refuse('vault-not-found');
  if (upload.fileId) refuse('upload-finished');
  if (upload.vaultStatus === 'released') refuse('vault-released');

  const fileId = newId(needs.clock.now());
  const objectPath = `${fileId.slice(-2)}/${upload.vaultId}/${fileId}`;
  const digest = await storeObject(needs.storage, objectPath, input.bytes, sizeBytes);
  try {
    await recordUpload(needs, { uploadId: upload.id, vaultId: upload.vaultId, fileId, objectPath, sizeBytes, digest });
  } catch (error) {
    // Whether or not the row was committed (the response to a commit can be lost), the sweep finds an object without one.
    const storedUpload = await findUpload(needs.database, upload.id).catch(() => null);
    if (storedUpload?.fileId === fileId) return;
    if (storedUpload) await needs.storage.remove(objectPath);
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

interface UploadRecord {
  uploadId: string;
  vaultId: string;
  fileId: string;
  objectPath: string;
  sizeBytes: number;
  digest: FileDigest;
}

async function recordUpload(needs: Needs, { uploadId, vaultId, fileId, objectPath, sizeBytes, digest }: UploadRecord) {
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
