// How much memory an upload costs the server: it is streamed to the disk, so its size must not matter.
// `node bench/scenarios/upload-memory.ts [megabytes]` measures one of 500 MB.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import type { Caller } from '../support/caller.ts';
import { openAccount, openVault, requestUpload, sendUpload } from '../support/owner.ts';
import { makeServerHome } from '../support/server-process.ts';

export interface UploadMemory {
  megabytes: number;
  /** The most the process held during the upload, above what it held before. */
  addedMegabytes: number;
  seconds: number;
}

const chunk = Buffer.alloc(256 * 1024, 'remembrance ');
const megabyte = 1024 * 1024;
const sampleMilliseconds = 20;

export async function measureUploadMemory(megabytes: number): Promise<UploadMemory> {
  const home = await makeServerHome();
  const server = home.spawn();
  try {
    await server.ready();
    const owner = await openAccount(home.url, 'ada@example.com');
    const people = { recipientEmail: 'rosa@example.com', executorEmail: 'edda@example.com' };
    const { id } = await openVault(owner, { title: 'For Rosa', message: 'A film.', ...people });
    await upload(owner, id, 4); // what the first upload of a process costs once is not asked here
    const before = residentMegabytes(server.pid);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, residentMegabytes(server.pid));
    }, sampleMilliseconds);
    const began = performance.now();
    await upload(owner, id, megabytes);
    clearInterval(sampling);
    return { megabytes, addedMegabytes: Math.round(most - before), seconds: (performance.now() - began) / 1000 };
  } finally {
    await server.stop();
    home.remove();
  }
}

async function upload(owner: Caller, vaultId: string, megabytes: number): Promise<void> {
  const fileName = `film-${megabytes}.bin`;
  const sizeBytes = megabytes * megabyte;
  const { uploadUrl } = await requestUpload(owner, vaultId, fileName);
  const stream = Readable.from(chunks(sizeBytes));
  const { status } = await sendUpload(uploadUrl, { stream, headers: { 'content-length': String(sizeBytes) } });
  const files = await owner.ask(api.listFiles, { params: { id: vaultId } });
  const stored = files.find((file) => file.fileName === fileName)?.sizeBytes;
  if (status !== 204 || stored !== sizeBytes)
    throw new Error(`the upload was answered ${status} and holds ${stored} bytes`);
}

function* chunks(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= chunk.length)
    yield left < chunk.length ? chunk.subarray(0, left) : chunk;
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

if (import.meta.main) {
  const { megabytes, addedMegabytes, seconds } = await measureUploadMemory(Number(process.argv[2] ?? 500));
  console.log(
    `An upload of ${megabytes} MB added ${addedMegabytes} MB to the server and took ${seconds.toFixed(1)} s.`,
  );
  process.exit(addedMegabytes < 100 ? 0 : 1);
}
