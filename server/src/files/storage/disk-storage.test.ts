// How the storage reacts when the disk is full or fails. The tests of uploads and the fault runs use the complete storage.
import fsSync, { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { until } from '../../../testing/until.ts';
import { createDiskStorage } from './disk-storage.ts';
import { ObjectCutShort, StorageFull } from './object-storage.ts';

const folders: string[] = [];
// They behave as usual unless a test changes that. Every import of them is affected.
beforeEach(() => {
  vi.spyOn(fsSync, 'mkdirSync');
  vi.spyOn(fs, 'open');
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const failure = (code: string) => Object.assign(new Error(code), { code });

const noFolder = (code: string): void =>
  void vi.mocked(fsSync.mkdirSync).mockImplementationOnce(() => {
    throw failure(code);
  });

/** @param breakDisk is called after the storage is open */
async function put(breakDisk = () => {}): Promise<unknown> {
  const folder = makeTestFolder();
  folders.push(folder);
  const storage = createDiskStorage(folder, 0);
  breakDisk();
  return storage.put('ab/cd', Readable.from([Buffer.from('x')]), 1).catch((error) => error);
}

test.each(['ENOSPC', 'EDQUOT'])('a folder or a file on a full disk (%s) is refused as out of space', async (code) => {
  expect(await put(() => noFolder(code))).toBeInstanceOf(StorageFull);
  vi.mocked(fs.open).mockRejectedValueOnce(failure(code));
  expect(await put()).toBeInstanceOf(StorageFull);
});

test.each(['EIO', 'EROFS', 'ENOENT'])(
  'a failing disk (%s) is reported as temporarily unavailable, and nothing is stored',
  async (code) => {
    vi.mocked(fs.open).mockRejectedValueOnce(failure(code));
    expect(await put()).toMatchObject({ code: 'storage-unavailable', cause: { code } });
    expect(readdirSync(path.join(folders.at(-1) ?? '', 'ab'))).toEqual([]);
  },
);

test('any other disk failure is not reported as a full disk', async () => {
  expect(await put(() => noFolder('EACCES'))).toMatchObject({ code: 'EACCES' });
});

test.each<[string, (bytes: Readable) => unknown]>([
  ['was read to its end', (bytes) => buffer(bytes)],
  [
    'was abandoned midway',
    async (bytes) => {
      await bytes.iterator().next();
      bytes.destroy();
    },
  ],
  ['was not started', (bytes) => bytes.destroy()],
  ['failed', (bytes) => bytes.destroy(new Error('the connection is gone'))],
])('a stored file is closed if reading it %s', async (_, read) => {
  const folder = makeTestFolder();
  folders.push(folder);
  const storage = createDiskStorage(folder, 0);
  const sizeBytes = 3 * 1024 * 1024;
  await storage.put('ab/cd', Readable.from([Buffer.alloc(sizeBytes, 7)]), sizeBytes);
  vi.mocked(fs.open).mockClear();
  const bytes = await storage.read('ab/cd', 1, sizeBytes - 2);
  const file = await vi.mocked(fs.open).mock.results[0]?.value;
  expect(file.fd).toBeGreaterThan(0);
  bytes.on('error', () => {});
  await read(bytes);
  await until(() => file.fd).toBe(-1);
});

test('space that unfinished objects still need is not available to others', async () => {
  const folder = makeTestFolder();
  folders.push(folder);
  const { bavail, bsize } = await fs.statfs(folder);
  const quarter = Math.floor((bavail * bsize) / 4);
  // Enough space for one object of a quarter of the disk, and for half of another.
  const storage = createDiskStorage(folder, Math.floor(2.5 * quarter));
  const first = new Readable({ read() {} });
  first.push('x');
  const stored = storage.put('ab/cd', first, quarter).catch((error) => error);
  expect(await storage.hasRoom(quarter)).toBe(false);
  expect(await storage.put('ab/ef', Readable.from([Buffer.from('x')]), quarter).catch((error) => error)).toBeInstanceOf(
    StorageFull,
  );
  first.destroy(new Error('the connection was lost'));
  expect(await stored).toBeInstanceOf(ObjectCutShort);
  expect(await storage.hasRoom(quarter)).toBe(true);
});

test('what a file system or another program puts into the folder is no object', async () => {
  const folder = makeTestFolder();
  folders.push(folder);
  for (const name of ['lost+found/#12', '.Trash-1000/files/a', 'aquota.user', 'ab/cd']) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), 'a photo');
  }
  const listed: string[] = [];
  for await (const file of createDiskStorage(folder, 0).listBefore(new Date('2100-01-01T00:00:00Z'))) listed.push(file);
  expect(listed).toEqual(['ab/cd']);
});
