// Uploads one chosen file to a vault: requests an upload URL, then sends the bytes, with retries.
import { fileTypeOf, requestUpload } from '@remembrance/contract/files.ts';
import { CallError, call, isUnauthorized, noAnswer } from '../lib/call.ts';
import type { ChosenFile } from './choose-files.ts';
import { ConnectionLost, putBytes } from './put-bytes.ts';
import { UploadFailed, type UploadStep, uploadFile } from './upload-file.ts';
import { waitToRetry } from './wait-to-retry.ts';

interface Upload {
  vaultId: string;
  chosen: ChosenFile;
  signal: AbortSignal;
  /** Whether the file waits for the next save of the vault. */
  isPending?: boolean;
}

/** @returns the id of the stored file */
export async function uploadChosenFile(upload: Upload, report: (step: UploadStep) => void): Promise<string> {
  const { chosen, signal } = upload;
  const { file, mimeType } = chosen;
  let storedId = '';
  await uploadFile(
    {
      async openUpload() {
        const { uploadUrl, fileId } = await openUpload(upload);
        storedId = fileId;
        return uploadUrl;
      },
      send: async (url, onProgress) => putBytes({ url, file, mimeType, onProgress, signal }),
      waitToRetry: (failures) => waitToRetry(failures, signal),
    },
    report,
  );
  return storedId;
}

/** The declaration of a file that the service requires. */
export function declarationOf({ file, mimeType }: ChosenFile) {
  return { fileName: file.name, fileType: fileTypeOf(mimeType), mimeType };
}

async function openUpload({ vaultId, chosen, signal, isPending = false }: Upload) {
  signal.throwIfAborted();
  try {
    return await call(requestUpload, { params: { id: vaultId }, body: { ...declarationOf(chosen), isPending } });
  } catch (error) {
    if (!(error instanceof CallError) || isUnauthorized(error)) throw error;
    const willPass = error.status === noAnswer || error.status >= 500;
    if (willPass && error.code !== 'storage-full') throw new ConnectionLost();
    throw error.title ? new UploadFailed(error.title, error.detail) : new UploadFailed(error.reason);
  }
}
