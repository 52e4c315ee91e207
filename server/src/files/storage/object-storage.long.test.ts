// What every object storage does, in a bucket of a real S3 server: Debian's radosgw.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRadosGateway, type RadosGateway } from '../../../testing/rados-gateway.ts';
import * as checks from '../../../testing/storage-checks.ts';
import { createS3Storage } from './s3-storage.ts';

const { bytesOf, digestOf, large, newPath, streamOf } = checks;
/** Ends a test that hangs. */
const timeout = 120_000;
let gateway: RadosGateway;
beforeAll(async () => {
  gateway = await openRadosGateway();
}, timeout);
afterAll(() => gateway?.stop());
const open = () => createS3Storage(gateway);

test.each([
  ['of one byte', Buffer.from('x')],
  ['of several parts', large],
])('an object %s is read as it was stored, even by another process', { timeout }, (_, bytes) =>
  checks.readsWhatWasStored(open, bytes),
);

test('a range is read without the rest', { timeout }, () => checks.readsRanges(open));

test.each([1, large.length])(
  'a stream with another number of bytes than announced (%i) is not stored',
  { timeout },
  (size) => checks.refusesWrongSizes(open, size),
);

test('a stream that fails midway leaves nothing behind', { timeout }, () => checks.leavesNothingOfAFailedStream(open));

test('a removed object is gone, and removing it again does nothing', { timeout }, () => checks.removesForGood(open));

test('objects are listed by the time they were written, and a storage reports whether it can store', { timeout }, () =>
  checks.listsByTime(open),
);

test('a bucket that is gone, foreign or unresponsive is unavailable, and its objects are not reported as damaged', {
  timeout,
}, async () => {
  const path = newPath();
  await open().put(path, streamOf(Buffer.from('x')), 1);
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
  expect((await bytesOf(await open().read(path, 0, 0))).toString()).toBe('x');
});

test('a server that stops responding midway counts as unavailable after a while, and works again when it is back', {
  timeout,
}, async () => {
  // Longer than a server on a busy machine takes to answer, once it is back.
  const storage = createS3Storage({ ...gateway, idleMilliseconds: 5000 });
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
});
