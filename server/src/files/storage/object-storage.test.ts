// What every object storage does, on the disk. The same in a bucket of a real S3 server is in object-storage.long.test.ts.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import * as checks from '../../../testing/storage-checks.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { storeEncrypted } from '../upload/store-encrypted.ts';
import { createDiskStorage } from './disk-storage.ts';

const mebibyte = 1024 ** 2;
const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const open = () => createDiskStorage(folder, 0);

test.each([
  ['of one byte', Buffer.from('x')],
  ['of several parts', checks.large],
])('an object %s is read as it was stored, even by another process', (_, bytes) =>
  checks.readsWhatWasStored(open, bytes),
);

test('a range is read without the rest', { tags: 'long' }, () => checks.readsRanges(open));

test.each([1, checks.large.length])(
  'a stream with another number of bytes than announced (%i) is not stored',
  (sizeBytes) => checks.refusesWrongSizes(open, sizeBytes),
);

test('a stream that fails midway leaves nothing behind', () => checks.leavesNothingOfAFailedStream(open));

test('a removed object is gone, and removing it again does nothing', () => checks.removesForGood(open));

test('objects are listed by the time they were written, and a storage reports whether it can store', () =>
  checks.listsByTime(open));

test('the memory of a chunk is freed once the chunk is written or encrypted', async () => {
  const storage = open();
  const sizeBytes = 2 * mebibyte + 60_000;
  const pieces = () => [mebibyte, mebibyte, 60_000].map((length) => randomBytes(length));
  const [written, encrypted] = [pieces(), pieces()];
  await storage.put(checks.newPath(), Readable.from(written, { objectMode: false }), sizeBytes);
  const object = { path: checks.newPath(), bytes: Readable.from(encrypted), sizeBytes };
  await storeEncrypted(storage, object, { key: randomBytes(32), context: 'vault/1/file/2' });
  expect([...written, ...encrypted].map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 0]);
});
