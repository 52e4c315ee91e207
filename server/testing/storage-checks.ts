// For tests: the behaviour of every object storage, whatever stores the objects. `open` opens the storage as another process would.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { ObjectStorage } from '../src/files/storage/object-storage.ts';
import { newId } from '../src/platform/lib/ids.ts';

type Open = () => ObjectStorage;

const mebibyte = 1024 ** 2;
/** Fills three parts of a bucket upload, and some bytes more. */
export const large = randomBytes(17 * mebibyte + 3);
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
export const streamOf = (bytes: Buffer, pieceBytes = 100_003): Readable =>
  Readable.from(inPieces(bytes, pieceBytes), { objectMode: false });
export const newPath = (): string => `files/${newId(new Date())}`;

export async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

export async function readsWhatWasStored(open: Open, bytes: Buffer): Promise<void> {
  const path = newPath();
  await open().put(path, streamOf(bytes), bytes.length);
  expect(digestOf(await bytesOf(await open().read(path, 0, bytes.length - 1)))).toBe(digestOf(bytes));
  expect(await open().sizeOf(path)).toBe(bytes.length);
}

export async function readsRanges(open: Open): Promise<void> {
  const [storage, path] = [open(), newPath()];
  await storage.put(path, streamOf(large), large.length);
  for (const [first, last] of [
    [0, 0],
    [8 * mebibyte - 1, 8 * mebibyte],
    [large.length - 1, large.length - 1],
    [5, 700_000],
  ] as const) {
    const bytes = await bytesOf(await storage.read(path, first, last));
    expect(bytes.equals(large.subarray(first, last + 1))).toBe(true);
  }
  const rest = await bytesOf(await storage.read(path, 9, Number.POSITIVE_INFINITY));
  expect(rest.equals(large.subarray(9))).toBe(true);
}

export async function refusesWrongSizes(open: Open, sizeBytes: number): Promise<void> {
  const storage = open();
  for (const declared of [sizeBytes - 1, sizeBytes + 1]) {
    const path = newPath();
    const put = storage.put(path, streamOf(large.subarray(0, sizeBytes)), declared);
    await expect(put).rejects.toMatchObject({ name: 'ObjectCutShort' });
    await expect(storage.read(path, 0, 0)).rejects.toMatchObject({ name: 'ObjectUnreadable' });
    await expect(storage.sizeOf(path)).rejects.toMatchObject({ name: 'ObjectUnreadable' });
  }
}

export async function leavesNothingOfAFailedStream(open: Open): Promise<void> {
  const [storage, path] = [open(), newPath()];
  const failing = Readable.from(
    (async function* () {
      yield large.subarray(0, 9 * mebibyte);
      throw new Error('the connection was lost');
    })(),
    { objectMode: false },
  );
  await expect(storage.put(path, failing, large.length)).rejects.toMatchObject({ name: 'ObjectCutShort' });
  await expect(storage.read(path, 0, 0)).rejects.toMatchObject({ name: 'ObjectUnreadable' });
  expect(await listed(storage, Date.now() + 60_000)).not.toContain(path);
}

export async function removesForGood(open: Open): Promise<void> {
  const [storage, path] = [open(), newPath()];
  await storage.put(path, streamOf(Buffer.from('x')), 1);
  await storage.remove(path);
  await storage.remove(path);
  await expect(storage.read(path, 0, 0)).rejects.toMatchObject({ name: 'ObjectUnreadable' });
}

export async function listsByTime(open: Open): Promise<void> {
  const [storage, path] = [open(), newPath()];
  await storage.put(path, streamOf(Buffer.from('x')), 1);
  expect(await listed(storage, Date.now() - 3_600_000)).not.toContain(path);
  expect(await listed(storage, Date.now() + 3_600_000)).toContain(path);
  await storage.probe();
  expect(await storage.hasRoom(1)).toBe(true);
  expect((await listed(storage, Date.now() + 3_600_000)).filter((one) => one.startsWith('probe'))).toEqual([]);
}

async function listed(storage: ObjectStorage, before: number): Promise<string[]> {
  const paths: string[] = [];
  for await (const one of storage.listBefore(new Date(before))) paths.push(one);
  return paths;
}
