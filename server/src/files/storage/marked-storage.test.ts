// A files folder of another installation, or one that is not mounted: nothing is written to it, and nothing is reported as missing or
// damaged.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import { ada, another, questions, rosa } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addFile, paidVault, release, signedIn, uploadFile } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import type { Bucket } from '../../platform/lib/bucket.ts';
import { createDiskStorage } from './disk-storage.ts';
import { bucketPlace, folderPlace, markPlace } from './marked-place.ts';
import { createMarkedStorage } from './marked-storage.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  folder = path.join(makeTestFolder(), 'objects');
  return () => rmSync(path.dirname(folder), { recursive: true });
});
const unavailable = expect.objectContaining({ code: 'storage-unavailable' });

test('a new folder is marked once, and one of another installation refuses the start', async () => {
  await markPlace(folderPlace(folder), 'a1b2c3d4', true);
  await markPlace(folderPlace(folder), 'a1b2c3d4', false);
  expect(readdirSync(folder)).toEqual(['.installation']);
  expect(readFileSync(path.join(folder, '.installation'), 'utf8')).toBe('a1b2c3d4\n');
  await expect(markPlace(folderPlace(folder), 'ffffffff', true)).rejects.toThrow(
    `The files in ${folder} are those of another installation (a1b2c3d4, and this one is ffffffff)`,
  );
  rmSync(folder, { recursive: true });
  await markPlace(folderPlace(folder), 'a1b2c3d4', false);
  expect(existsSync(folder)).toBe(false);
});

test('a folder without its mark accepts nothing, loses nothing, and is reported as not mounted', async () => {
  const storage = createMarkedStorage(createDiskStorage(folder, 0), folderPlace(folder), 'a1b2c3d4');
  const store = (name: string) => storage.put(name, Readable.from([Buffer.from('the lake')]), 8);
  await expect(store('vault/one')).rejects.toThrow(unavailable);
  await markPlace(folderPlace(folder), 'a1b2c3d4', true);
  await store('vault/one');
  await storage.probe();
  const listed: string[] = [];
  for await (const name of storage.listBefore(new Date(Date.now() + 60_000))) listed.push(name);
  expect(listed).toEqual(['vault/one']);
  renameSync(folder, `${folder}-away`);
  mkdirSync(folder); // the empty folder where a disk should be mounted
  await expect(storage.read('vault/one', 0, 7)).rejects.toThrow(unavailable);
  await expect(storage.sizeOf('vault/one')).rejects.toThrow(unavailable);
  await expect(storage.remove('vault/one')).rejects.toThrow(unavailable);
  await expect(storage.hasRoom(0)).rejects.toThrow(unavailable);
  await expect(store('vault/two')).rejects.toThrow(unavailable);
  await expect(storage.probe()).rejects.toThrow('lacks the mark a1b2c3d4');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  expect(await storage.sizeOf('vault/one')).toBe(8);
  await expect(storage.sizeOf('vault/none')).rejects.toThrow(expect.objectContaining({ name: 'ObjectUnreadable' }));
});

test('while the files disk is not mounted, recipient and owner read that this is temporary, and no file is reported as damaged', async () => {
  const owner = await signedIn(app, ada);
  const vault = await paidVault(app, owner);
  const lake = { name: 'lake.txt', type: 'text/plain', bytes: Buffer.from('the lake') };
  await addFile(owner, vault.id, lake);
  const somebody = await signedIn(app, another(ada, 1));
  const other = await paidVault(app, somebody);
  const { token } = await release(app, vault);
  const recipient = app.caller();
  await recipient.ask(api.verifyAccessEmail, { body: { token, email: rosa.email } });
  const open = () => recipient.ask(api.verifyAccessAnswers, { body: { token, answers: questions } });
  const { files: [file] = [] } = await open();
  const download = () => recipient.send({ method: 'GET', url: file?.downloadUrl ?? '' });
  const objects = path.join(app.services.config.dataDirectory, 'objects');
  renameSync(objects, `${objects}-away`);
  mkdirSync(objects);
  const reply = await download();
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'storage-unavailable']);
  await expect(uploadFile(somebody, other.id, lake)).rejects.toThrow();
  expect(await app.services.readHealth()).toEqual([expect.objectContaining({ part: 'storage' })]);
  expect(readdirSync(objects)).toEqual([]);
  rmSync(objects, { recursive: true });
  renameSync(`${objects}-away`, objects);
  expect((await download()).body).toBe('the lake');
  const { files: [again] = [] } = await open();
  expect(again?.isDamaged).toBe(false);
});

test.each([
  ['nothing', [], false],
  ['the mark, the journal and a probe of another start', ['.installation', 'journal/1', 'probe-7'], false],
  ['a file', ['.installation', 'vaults/01990000'], true],
] as const)(
  'a bucket holds files only if it contains more than what belongs to the service: %s',
  async (_, keys, holdsFiles) => {
    const bucket = {
      name: 'vaults',
      async *list() {
        for (const key of keys) yield { key, writtenAt: new Date(0) };
      },
    } as Partial<Bucket> as Bucket;
    expect(await bucketPlace(bucket).holdsFiles()).toBe(holdsFiles);
  },
);
