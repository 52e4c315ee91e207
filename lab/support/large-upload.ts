// Uploads a very large file, generated while it is sent.
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import type { Caller } from './caller.ts';
import { requestUpload, saveFile, sendUpload } from './owner.ts';

const chunk = Buffer.alloc(256 * 1024, 'remembrance ');
const megabyte = 1024 * 1024;

export async function uploadLargeFile(owner: Caller, vaultId: string, megabytes: number): Promise<void> {
  const fileName = `large-${megabytes}.bin`;
  const sizeBytes = megabytes * megabyte;
  const { uploadUrl, fileId } = await requestUpload(owner, vaultId, fileName);
  const stream = Readable.from(chunks(sizeBytes));
  const { status } = await sendUpload(uploadUrl, { stream, headers: { 'content-length': String(sizeBytes) } });
  await saveFile(owner, vaultId, fileId);
  const files = await owner.ask(api.listFiles, { params: { id: vaultId } });
  const stored = files.find((file) => file.fileName === fileName)?.sizeBytes;
  if (status !== 204 || stored !== sizeBytes)
    throw new Error(`the upload was answered ${status} and holds ${stored} bytes`);
}

function* chunks(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= chunk.length)
    yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}
