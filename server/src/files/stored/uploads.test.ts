// Uploading files: it can be repeated until it succeeds, stays within the plan's limits, and never leaves anything behind.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, draftVault, paidVault, put, release, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sweepObjects } from '../upload/sweep-objects.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ MAX_FILE_BYTES: '1000000' });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const declared = { fileName: 'a.txt', fileType: 'message' as const, mimeType: 'text/plain' };
const linkFor = async (owner: Awaited<ReturnType<typeof newOwner>>, vaultId: string) =>
  (await owner.ask(api.requestUpload, { params: { id: vaultId }, body: declared })).uploadUrl;
const stored = () => {
  const directory = path.join(app.services.config.dataDirectory, 'objects');
  return readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
};

test('UP-1: an upload can be repeated until it succeeds, but not after that', async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner);
  const url = await linkFor(owner, vault.id);
  const before = stored();
  const broken = new Readable({ read() {} });
  broken.push('half');
  broken.destroy(new Error('the connection was lost'));
  await expect(app.services.storage.put(`00/${vault.id}/x`, broken, 8)).rejects.toThrow();
  expect(stored()).toBe(before);
  expect((await put(owner, url, Buffer.from('the letter'))).statusCode).toBe(204);
  const again = await put(owner, url, Buffer.from('another'));
  expect(again.json()).toMatchObject({ status: 409, code: 'upload-finished' });
  expect(await owner.ask(api.listFiles, { params: { id: vault.id } })).toMatchObject([
    { fileName: 'a.txt', sizeBytes: 10, fileSize: '0.00 MB' },
  ]);
});

test('an empty or too large file, a missing length and an altered link store nothing', async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner);
  const url = await linkFor(owner, vault.id);
  const before = stored();
  expect((await put(owner, url, Buffer.alloc(0))).json()).toMatchObject({ status: 400, code: 'file-empty' });
  expect((await put(owner, url, Buffer.alloc(1_000_001))).json()).toMatchObject({ status: 413, code: 'too-large' });
  const lengthless = {
    method: 'PUT' as const,
    url,
    payload: Readable.from(['x']),
    headers: { 'transfer-encoding': 'chunked' },
  };
  expect((await owner.send(lengthless)).json()).toMatchObject({ status: 411, code: 'length-required' });
  const forged = await put(owner, url.replace(/expires=\d/, 'expires=9'), Buffer.from('x'));
  expect(forged.json()).toMatchObject({ status: 403, code: 'link-signature-refused' });
  expect(await owner.ask(api.listFiles, { params: { id: vault.id } })).toEqual([]);
  expect(stored()).toBe(before);
});

test('a vault has at most five files; an expired link frees its place', async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner);
  for (let i = 0; i < 4; i++)
    await addFile(owner, vault.id, { name: `${i}.txt`, type: 'text/plain', bytes: Buffer.from('x') });
  const unused = await linkFor(owner, vault.id);
  const sixth = { params: { id: vault.id }, body: declared };
  expect(await owner.refused(api.requestUpload, sixth)).toMatchObject({ status: 409, code: 'too-many-files' });
  app.clock.pass({ minutes: 15 });
  expect((await put(owner, unused, Buffer.from('late'))).json()).toMatchObject({ code: 'link-signature-refused' });
  await addFile(owner, vault.id, { name: 'fifth.txt', type: 'text/plain', bytes: Buffer.from('x') });
  expect(await owner.refused(api.requestUpload, sixth)).toMatchObject({ code: 'too-many-files' });
});

test('a link issued before the release adds no file after it', async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner);
  const url = await linkFor(owner, vault.id);
  await release(app, vault);
  const before = stored();
  expect((await put(owner, url, Buffer.from('late'))).json()).toMatchObject({ status: 409, code: 'vault-released' });
  expect(stored()).toBe(before);
});

test('objects without a row are removed after a day, and other objects are not', async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner);
  await addFile(owner, vault.id, { name: 'kept.txt', type: 'text/plain', bytes: Buffer.from('kept') });
  await app.services.storage.put(`00/${vault.id}/orphan`, Readable.from([Buffer.from('x')]), 1);
  const before = stored();
  await sweepObjects(app.services);
  expect(stored()).toBe(before);
  app.clock.pass({ days: 2 });
  await sweepObjects(app.services);
  expect(stored()).toBe(before - 1);
});

test("DISK-3: while only the disk's reserve is left, uploads are refused, and vaults are still released", async () => {
  const full = await openTestApp({ DISK_RESERVE_BYTES: '999999999999999' });
  try {
    const owner = await signedIn(full, another(ada, ++people));
    const vault = await paidVault(full, owner);
    const refused = await owner.refused(api.requestUpload, { params: { id: vault.id }, body: declared });
    expect(refused).toMatchObject({ status: 507, code: 'storage-full' });
    await expect(full.services.storage.put('00/x', Readable.from(['x']), 1)).rejects.toThrow('the reserve');
    await release(full, vault);
    const notReady = await full.caller().refused(api.readiness);
    expect(notReady).toMatchObject({ status: 503, code: 'not-ready', failing: [{ part: 'disk' }] });
  } finally {
    await full.close();
  }
});
