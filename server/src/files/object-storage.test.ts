// What every object storage does, by one suite: the disk always, and a bucket of a real S3 server where Debian's radosgw is installed.
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRadosGateway, openRadosGateway, type RadosGateway } from '../../testing/rados-gateway.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { newId } from '../lib/ids.ts';
import { createDiskStorage } from './disk-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { storeEncrypted } from './store-encrypted.ts';

const mebibyte = 1024 ** 2;
/** Three parts of a bucket's upload, and bytes after the last. */
const large = randomBytes(17 * mebibyte + 3);
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
const streamOf = (bytes: Buffer, pieceBytes = 100_003) =>
  Readable.from(inPieces(bytes, pieceBytes), { objectMode: false });
const newPath = () => `files/${newId(new Date())}`;

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

describe('on the disk', () => {
  const folder = makeTestFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  keepsObjects(() => createDiskStorage(folder, 0));

  test('FAST-3: bytes that were written or encrypted hold no memory', async () => {
    const storage = createDiskStorage(folder, 0);
    const sizeBytes = 2 * mebibyte + 60_000;
    const pieces = () => [mebibyte, mebibyte, 60_000].map((length) => randomBytes(length));
    const [written, encrypted] = [pieces(), pieces()];
    await storage.put(newPath(), Readable.from(written, { objectMode: false }), sizeBytes);
    const object = { path: newPath(), bytes: Readable.from(encrypted), sizeBytes };
    await storeEncrypted(storage, object, { key: randomBytes(32), context: 'vault/1/file/2' });
    expect([...written, ...encrypted].map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

describe.skipIf(!hasRadosGateway)('in a bucket (radosgw)', () => {
  let gateway: RadosGateway;
  beforeAll(async () => {
    gateway = await openRadosGateway();
  }, 120_000);
  afterAll(() => gateway.stop());
  keepsObjects(() => createS3Storage(gateway));

  test('OBJ-5: a bucket that is gone, that is another’s, or that nobody answers for is unavailable, and its objects are not called damaged', async () => {
    const path = newPath();
    await createS3Storage(gateway).put(path, streamOf(Buffer.from('x')), 1);
    const unavailable = { code: 'storage-unavailable', cause: expect.any(Error) };
    const wrong = [
      { ...gateway, bucket: 'not-there' },
      { ...gateway, secretAccessKey: 'another secret' },
      { ...gateway, endpoint: 'http://127.0.0.1:9' },
    ];
    for (const settings of wrong) {
      const storage = createS3Storage(settings);
      await expect(storage.read(path, 0, 0)).rejects.toMatchObject(unavailable);
      await expect(storage.sizeOf(path)).rejects.toMatchObject(unavailable);
      await expect(storage.put(newPath(), streamOf(Buffer.from('x')), 1)).rejects.toMatchObject(unavailable);
      await expect(storage.remove(path)).rejects.toMatchObject(unavailable);
      await expect(storage.probe()).rejects.toMatchObject(unavailable);
      await expect(storage.listBefore(new Date())[Symbol.asyncIterator]().next()).rejects.toMatchObject(unavailable);
    }
    expect((await bytesOf(await createS3Storage(gateway).read(path, 0, 0))).toString()).toBe('x');
  });

  test('OBJ-5: a server that stops answering in the middle is unavailable after a while, and works again when it is back', async () => {
    const storage = createS3Storage({ ...gateway, idleMilliseconds: 300 });
    gateway.pause();
    try {
      await expect(storage.put(newPath(), streamOf(large), large.length)).rejects.toMatchObject({
        code: 'storage-unavailable',
      });
    } finally {
      gateway.resume();
    }
    const path = newPath();
    await storage.put(path, streamOf(large), large.length);
    expect(digestOf(await bytesOf(await storage.read(path, 0, large.length - 1)))).toBe(digestOf(large));
  }, 60_000);
});

function keepsObjects(open: () => ObjectStorage): void {
  test.each([
    ['of one byte', Buffer.from('x')],
    ['of several parts', large],
  ])('OBJ-1: an object %s is read as it was stored, by another process too', async (_, bytes) => {
    const path = newPath();
    await open().put(path, streamOf(bytes), bytes.length);
    expect(digestOf(await bytesOf(await open().read(path, 0, bytes.length - 1)))).toBe(digestOf(bytes));
    expect(await open().sizeOf(path)).toBe(bytes.length);
  });

  test('OBJ-1: a range is read without the rest', async () => {
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
  });

  test.each([1, large.length])(
    'OBJ-2: bytes that are not as many as was said (%i) are not stored',
    async (sizeBytes) => {
      const storage = open();
      for (const declared of [sizeBytes - 1, sizeBytes + 1]) {
        const path = newPath();
        const put = storage.put(path, streamOf(large.subarray(0, sizeBytes)), declared);
        await expect(put).rejects.toMatchObject({ name: 'ObjectCutShort' });
        await expect(storage.read(path, 0, 0)).rejects.toMatchObject({ name: 'ObjectUnreadable' });
        await expect(storage.sizeOf(path)).rejects.toMatchObject({ name: 'ObjectUnreadable' });
      }
    },
  );

  test('OBJ-2: a stream that fails on the way leaves nothing', async () => {
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
    const left: string[] = [];
    for await (const one of storage.listBefore(new Date(Date.now() + 60_000))) left.push(one);
    expect(left).not.toContain(path);
  });

  test('OBJ-3: an object that is removed is gone, and removing it once more does nothing', async () => {
    const [storage, path] = [open(), newPath()];
    await storage.put(path, streamOf(Buffer.from('x')), 1);
    await storage.remove(path);
    await storage.remove(path);
    await expect(storage.read(path, 0, 0)).rejects.toMatchObject({ name: 'ObjectUnreadable' });
  });

  test('OBJ-4: objects are listed by when they were written, and a storage says that it can store', async () => {
    const [storage, path] = [open(), newPath()];
    await storage.put(path, streamOf(Buffer.from('x')), 1);
    const listed = async (before: number) => {
      const paths: string[] = [];
      for await (const one of storage.listBefore(new Date(before))) paths.push(one);
      return paths;
    };
    expect(await listed(Date.now() - 3_600_000)).not.toContain(path);
    expect(await listed(Date.now() + 3_600_000)).toContain(path);
    await storage.probe();
    expect(await storage.hasRoom(1)).toBe(true);
    expect((await listed(Date.now() + 3_600_000)).filter((one) => one.startsWith('probe'))).toEqual([]);
  });
}
