// Copies a file of another vault of the same owner, as an upload whose bytes we send ourselves: the same limits, digests and scan, sealed
// under the key of its new vault. A copy that ends early leaves nothing.
import type { Readable } from 'node:stream';
import type { FileType } from '@remembrance/contract/files.ts';
import { isId } from '../../platform/lib/ids.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { listFilesOf } from '../stored/file-store.ts';
import { openWords } from '../stored/file-words.ts';
import { type OpenFileNeeds, openFile } from '../stored/open-file.ts';
import { checkFileSize, type StoreUploadNeeds, storeUpload } from './receive-upload.ts';
import { requestUpload } from './request-upload.ts';
import { forgetUpload } from './upload-store.ts';

interface Copy {
  ownerId: string;
  sessionId: string;
  vaultId: string;
  from: { vaultId: string; fileId: string };
  /** If undefined, the caption of the copied file. */
  caption: string | undefined;
}

export async function copyFile(
  needs: OpenFileNeeds & StoreUploadNeeds & { storage: ObjectStorage },
  { ownerId, sessionId, vaultId, from, caption }: Copy,
): Promise<{ fileId: string; sizeBytes: number }> {
  const found = isId(from.vaultId) ? await listFilesOf(needs.database, from.vaultId, ownerId) : null;
  const file = found?.files.find(({ id }) => id === from.fileId);
  if (!found || !file) refuse('file-not-found');
  const { sizeBytes, sha256, isOtherThanClaimed, scanResult, finding } = file;
  checkFileSize(sizeBytes, needs.maxFileBytes);
  const words = openWords(await needs.vaultKeys.textsOf(file.vaultId, found.wrappedKey), file);
  const { fileId } = await requestUpload(needs, {
    ownerId,
    sessionId,
    vaultId,
    fileType: file.fileType as FileType, // a check constraint of the table limits it
    mimeType: file.mimeType,
    fileName: words.fileName,
    caption: caption ?? words.caption,
    transcript: words.transcript,
    isPending: false,
  });
  let bytes: Readable | null = null;
  try {
    const source = { ...file, wrappedKey: found.wrappedKey };
    bytes = await openFile(needs, source, { first: 0, last: sizeBytes - 1 });
    const copied = { sha256, isOtherThanClaimed, scanResult, finding };
    await storeUpload(needs, { uploadId: fileId, sessionId, sizeBytes, bytes, copied });
    return { fileId, sizeBytes };
  } catch (error) {
    bytes?.destroy(); // if it was refused before it was read
    // Its place must not stay taken for 15 minutes.
    await forgetUpload(needs.database, fileId).catch((fault) => needs.reportFailure('a place of a file copy', fault));
    throw error;
  }
}
