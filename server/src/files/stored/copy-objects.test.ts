// Copying objects between two storages, here two folders. server/tests/bucket-recipes.long.test.ts does it with a bucket.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeTestFolder } from '../../../testing/test-folder.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { copyObjects } from './copy-objects.ts';
import { listObjectPaths } from './file-store.ts';

let app: TestApp;
let owner: Owner;
const folder = makeTestFolder();
beforeAll(async () => {
  app = await openTestApp();
  owner = await signedIn(app);
  const vault = await draftVault(owner);
  for (const name of ['one.txt', 'two.txt'])
    await addFile(owner, vault.id, { name, type: 'text/plain', bytes: Buffer.from(`what ${name} says`) });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const newPlace = (name: string) => createDiskStorage(path.join(folder, name), 0);
const copyTo = (to: ObjectStorage) => copyObjects({ database: app.database, from: app.services.storage, to });
const contentOf = async (storage: ObjectStorage, name: string) => buffer(await storage.read(name, 0, Infinity));

test('every object is copied unchanged and once, and stays in its old place', async () => {
  const to = newPlace('once');
  const [first, second] = await listObjectPaths(app.database);
  expect(await copyTo(to)).toMatchObject({ copied: 2, present: 0, missing: [] });
  expect(await copyTo(to)).toEqual({ copied: 0, bytes: 0, present: 2, missing: [] });
  for (const name of [first ?? '', second ?? ''])
    expect(await contentOf(to, name)).toEqual(await contentOf(app.services.storage, name));
});

test('an interrupted copy is continued, and an incomplete object is replaced', async () => {
  const to = newPlace('half');
  const [first = '', second = ''] = await listObjectPaths(app.database);
  let puts = 0;
  const failing: ObjectStorage = {
    ...to,
    put: (...object) => {
      puts += 1;
      return puts === 2 ? Promise.reject(new Error('cut off')) : to.put(...object);
    },
  };
  await expect(copyTo(failing)).rejects.toThrow('cut off');
  expect(await copyTo(to)).toMatchObject({ copied: 1, present: 1 });
  await to.put(second, Readable.from([Buffer.from('half')]), 4);
  expect(await copyTo(to)).toMatchObject({ copied: 1, present: 1 });
  expect(await contentOf(to, second)).toEqual(await contentOf(app.services.storage, second));
  expect(await contentOf(to, first)).toEqual(await contentOf(app.services.storage, first));
});

test('a copy that differs is removed and the run fails; an object that is in neither place is named', async () => {
  const to = newPlace('changed');
  const changing: ObjectStorage = {
    ...to,
    async put(name, bytes, sizeBytes) {
      await buffer(bytes);
      await to.put(name, Readable.from([Buffer.alloc(sizeBytes)]), sizeBytes);
    },
  };
  await expect(copyTo(changing)).rejects.toThrow('differs');
  expect(await copyTo(to)).toMatchObject({ copied: 2 });
  const [first = ''] = await listObjectPaths(app.database);
  await app.services.storage.remove(first);
  expect(await copyTo(to)).toMatchObject({ copied: 0, present: 2, missing: [] });
  expect(await copyTo(newPlace('lacking'))).toMatchObject({ copied: 1, missing: [first] });
});
