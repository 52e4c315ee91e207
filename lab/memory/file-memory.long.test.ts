// The memory that a large upload, and the export of everything, add to the server. Both are streamed, so their size must not matter.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import { expect, test } from 'vitest';
import type { Caller } from '../support/http-client.ts';
import { createInstallation } from '../support/installation.ts';
import { openAccount, openVault, requestUpload, saveFile, sendUpload } from '../support/owner.ts';

test('uploads and the export are streamed, so that the server’s memory does not grow with their size', {
  timeout: 240_000,
}, async () => {
  const megabytes = 192;
  const { upload, exported } = await measureFileMemory(megabytes);
  expect(upload).toBeLessThan(megabytes / 2);
  expect(exported).toBeLessThan(megabytes / 2);
});

/** The megabytes that each action added. */
async function measureFileMemory(megabytes: number): Promise<{ upload: number; exported: number }> {
  const installation = await createInstallation();
  const server = installation.spawn();
  try {
    await server.ready();
    const owner = await openAccount(installation.url, 'ada@example.com');
    const people = { recipientEmail: 'rosa@example.com', executorEmail: 'edda@example.com' };
    const { id } = await openVault(owner, { title: 'For Rosa', message: 'A large file.', ...people });
    const download = async (min: number) => {
      const { status, body } = await owner.call(api.exportAccount);
      if (status !== 200 || body.length < min) throw new Error(`the export was answered ${status}`);
    };
    await uploadLargeFile(owner, id, 4); // the one-time costs of a process are not measured
    await download(0);
    const upload = await measureMemory(server.pid, () => uploadLargeFile(owner, id, megabytes));
    return { upload, exported: await measureMemory(server.pid, () => download(megabytes * 1024 * 1024)) };
  } finally {
    await server.stop();
    installation.remove();
  }
}

const chunk = Buffer.alloc(256 * 1024, 'remembrance ');
const megabyte = 1024 * 1024;

async function uploadLargeFile(owner: Caller, vaultId: string, megabytes: number): Promise<void> {
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

const sampleMilliseconds = 20;

/** The peak memory of the process during an action, minus its memory before. */
async function measureMemory(pid: number, act: () => Promise<unknown>): Promise<number> {
  const before = residentMegabytes(pid);
  let max = before;
  const sampling = setInterval(() => {
    max = Math.max(max, residentMegabytes(pid));
  }, sampleMilliseconds);
  try {
    await act();
  } finally {
    clearInterval(sampling);
  }
  return max - before;
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
