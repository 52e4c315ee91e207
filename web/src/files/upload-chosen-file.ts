// Uploads one chosen file to a vault: requests an upload URL, then sends the bytes, with retries.
import { fileTypeOf, requestUpload } from '@remembrance/contract/files.ts';
import { type RefusalCode, refusals } from '@remembrance/contract/refusals.ts';
import { CallError, call, isUnauthorized, noAnswer } from '../lib/call.ts';
import type { ChosenFile } from './choose-files.ts';
import { ConnectionLost, putBytes } from './put-bytes.ts';
import { UploadFailed, type UploadStep, uploadFile } from './upload-file.ts';
import { waitToRetry } from './wait-to-retry.ts';

interface Upload {
  vaultId: string;
  chosen: ChosenFile;
  signal: AbortSignal;
}

export async function uploadChosenFile(upload: Upload, report: (step: UploadStep) => void): Promise<void> {
  const { chosen, signal } = upload;
  const { file, mimeType } = chosen;
  await uploadFile(
    {
      openUpload: () => openUpload(upload),
      send: async (url, onProgress) => putBytes({ url, file, mimeType, onProgress, signal }),
      waitToRetry: (failures) => waitToRetry(failures, signal),
    },
    report,
  );
}

/** The declaration of a file that the service requires. */
export function declarationOf({ file, mimeType }: ChosenFile) {
  return { fileName: file.name, fileType: fileTypeOf(mimeType), mimeType };
}

async function openUpload({ vaultId, chosen, signal }: Upload): Promise<string> {
  signal.throwIfAborted();
  try {
    const { uploadUrl } = await call(requestUpload, { params: { id: vaultId }, body: declarationOf(chosen) });
    return uploadUrl;
  } catch (error) {
    if (!(error instanceof CallError) || isUnauthorized(error)) throw error;
    const willPass = error.status === noAnswer || error.status >= 500;
    if (willPass && error.code !== 'storage-full') throw new ConnectionLost();
    throw isKnown(error.code)
      ? new UploadFailed(refusals[error.code].title, error.detail)
      : new UploadFailed(error.reason);
  }
}

const isKnown = (code: string | undefined): code is RefusalCode => code !== undefined && code in refusals;
