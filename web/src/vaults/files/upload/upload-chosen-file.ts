// Uploads one chosen file to a vault: requests an upload URL, then sends the bytes, with retries. If the file was changed or moved on the
// device after it was chosen, its copy is sent, or the upload fails immediately with the reason.
import { copyFile } from '@remembrance/contract/file-copies.ts';
import { fileTypeOf, requestUpload } from '@remembrance/contract/files.ts';
import { CallError, call, isUnauthorized, noAnswer } from '../../../lib/call.ts';
import type { ChosenFile } from './choose-files.ts';
import { type CopySource, sourceOf } from './copied-file.ts';
import { ConnectionLost, putBytes } from './put-bytes.ts';
import { findReadable } from './readable-file.ts';
import { ServiceTrouble, UploadFailed, type UploadStep, uploadFile } from './upload-file.ts';
import { waitToRetry } from './wait-to-retry.ts';

/** An upload failed. The message names the file. */
export class FileNotUploaded extends Error {
  override name = 'FileNotUploaded';
  /** What to do about it, if the service explains it. */
  readonly advice: string;
  constructor(fileName: string, { message, advice }: UploadFailed) {
    super(`Failed to upload ${fileName}: ${message}`);
    this.advice = advice;
  }
}

interface Upload {
  vaultId: string;
  chosen: ChosenFile;
  signal: AbortSignal;
  /** Whether the file waits for the next save of the vault. */
  isPending?: boolean;
}

/** @returns the id of the stored file. @throws {FileNotUploaded} */
export const uploadChosenFile = (upload: Upload, report: (step: UploadStep) => void): Promise<string> =>
  namingFile(upload.chosen, () => {
    const source = sourceOf(upload.chosen.file);
    return source ? copyWithin(upload, source, report) : sendWithRetries(upload, report);
  });

/** The service copies it. Not retried here: a copy whose answer was lost may be there already, and the caller looks first. */
async function copyWithin({ vaultId, chosen, signal }: Upload, from: CopySource, report: (step: UploadStep) => void) {
  signal.throwIfAborted();
  report({ state: 'copying' });
  const body = { fromVaultId: from.vaultId, fileId: from.fileId, caption: chosen.caption ?? '' };
  const copied = await call(copyFile, { params: { id: vaultId }, body }).catch(refuseUpload);
  report({ state: 'stored' });
  return copied.fileId;
}

async function sendWithRetries(upload: Upload, report: (step: UploadStep) => void): Promise<string> {
  const { chosen, signal } = upload;
  const { mimeType } = chosen;
  let storedId = '';
  let isCopy = false;
  await uploadFile(
    {
      async openUpload() {
        const { uploadUrl, fileId } = await openUpload(upload);
        storedId = fileId;
        return uploadUrl;
      },
      async send(url, onProgress) {
        const file = await readableOf(chosen);
        isCopy = file !== chosen.file;
        return putBytes({ url, file, mimeType, onProgress, signal });
      },
      waitToRetry: (failures, failure) => waitToRetry(failures, failure, signal),
    },
    (step) => report(step.state === 'uploading' ? { ...step, isCopy } : step),
  );
  return storedId;
}

/** @throws {FileNotUploaded} if neither the file nor its copy can be read */
export const checkReadable = (chosen: ChosenFile): Promise<File> => namingFile(chosen, () => readableOf(chosen));

async function namingFile<Result>({ file }: ChosenFile, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof UploadFailed ? new FileNotUploaded(file.name, error) : error;
  }
}

async function readableOf({ file }: ChosenFile): Promise<File> {
  const readable = await findReadable(file);
  if (!readable) throw new UploadFailed(changedReason, 'Please choose the file again.');
  return readable;
}

const changedReason = 'it was changed or moved on this device after you chose it';

export function declarationOf({ file, mimeType }: ChosenFile) {
  return { fileName: file.name, fileType: fileTypeOf(mimeType), mimeType };
}

async function openUpload({ vaultId, chosen, signal, isPending = false }: Upload) {
  signal.throwIfAborted();
  const { caption } = chosen;
  const body = { ...declarationOf(chosen), ...(caption && { caption }), isPending };
  try {
    return await call(requestUpload, { params: { id: vaultId }, body });
  } catch (error) {
    if (error instanceof CallError && error.status === noAnswer) throw new ConnectionLost();
    return refuseUpload(error);
  }
}

function refuseUpload(error: unknown): never {
  if (!(error instanceof CallError) || isUnauthorized(error)) throw error;
  const Failure = error.status >= 500 && error.code !== 'storage-full' ? ServiceTrouble : UploadFailed;
  throw error.title ? new Failure(error.title, error.detail) : new Failure(error.reason);
}
