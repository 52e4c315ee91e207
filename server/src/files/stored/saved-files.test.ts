// Files that change after a vault exists: one save changes all of them or none, counts as one edit, and loses nothing.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addFile,
  draftVault,
  type Owner,
  paidVault,
  put,
  recipientOf,
  release,
  saveFiles,
  saveOf,
  signedIn,
  signInAgain,
  uploadFile,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { acts, vaultFiles } from '../../platform/database/schema.ts';
import { sweepObjects } from '../upload/sweep-objects.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const unlimited = { planType: 'basic_subscription' } as const;
const file = (name: string) => ({ name, type: 'image/jpeg', bytes: Buffer.from(`the bytes of ${name}`) });
const listed = (owner: Owner, id: string) => owner.ask(api.listFiles, { params: { id } });
const names = async (owner: Owner, id: string) => (await listed(owner, id)).map(({ fileName }) => fileName);
const pending = (owner: Owner, id: string, name: string) => uploadFile(owner, id, file(name), true);
const objectOf = async (fileId: string) => {
  const [row] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, fileId));
  return path.join(app.services.config.dataDirectory, 'objects', row?.objectPath ?? 'missing');
};
/** A paid vault with files of these names, added while it was a draft, so that they used no edit. */
async function vaultWith(owner: Owner, fileNames: string[], form: Parameters<typeof paidVault>[2] = {}) {
  const vault = await paidVault(app, owner, form);
  for (const name of fileNames) await addFile(owner, vault.id, file(name));
  return { vault, files: await listed(owner, vault.id) };
}

test('replacing a file, adding one with a caption and reordering are one save and one edit', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const { vault, files } = await vaultWith(owner, ['lake.jpg', 'dog.jpg'], unlimited);
  const [lake, dog] = files;
  const before = await owner.ask(api.getVault, { params: { id: vault.id } });
  const [gone, stays] = [await objectOf(lake?.id ?? ''), await objectOf(dog?.id ?? '')];
  const newLake = await pending(owner, vault.id, 'lake-2.jpg');
  const song = await pending(owner, vault.id, 'song.jpg');
  const saved = await owner.ask(api.editVault, {
    ...saveOf(vault, {
      files: [
        { id: song, caption: 'The last song', transcript: 'WEBVTT\n\n00:00.000 --> 00:02.000\nLa la\n' },
        { id: dog?.id ?? '' },
        { id: newLake, caption: 'Us at the lake, 1987' },
      ],
      removedFiles: [lake?.id ?? ''],
    }),
  });
  expect(saved.editCount).toBe(before.editCount + 1);
  expect(await listed(owner, vault.id)).toMatchObject([
    { fileName: 'song.jpg', caption: 'The last song', transcript: expect.stringMatching(/^WEBVTT/) },
    { fileName: 'dog.jpg', caption: '' },
    { fileName: 'lake-2.jpg', caption: 'Us at the lake, 1987' },
  ]);
  expect([existsSync(gone), existsSync(stays)]).toEqual([true, true]); // the owner can restore it for some days
  const changes = inArray(acts.event, ['file-added', 'file-removed', 'vault-edited']);
  const recorded = await app.database
    .select({ event: acts.event })
    .from(acts)
    .where(and(eq(acts.vaultId, vault.id), changes));
  expect(recorded.slice(-4).map(({ event }) => event)).toEqual([
    'vault-edited',
    'file-removed',
    'file-added',
    'file-added',
  ]);
  const recipient = await recipientOf(app, await release(app, vault));
  expect(recipient.content.files.map(({ caption, fileName }) => caption || fileName)).toEqual([
    'The last song',
    'dog.jpg',
    'Us at the lake, 1987',
  ]);
});

test('FILE-21: a file that is uploaded and not saved is visible to nobody, and is removed after a day', async () => {
  const owner = await newOwner();
  const { vault } = await vaultWith(owner, ['kept.jpg'], unlimited);
  const left = await pending(owner, vault.id, 'left.jpg');
  const object = await objectOf(left);
  expect(await names(owner, vault.id)).toEqual(['kept.jpg']);
  const released = await release(app, vault);
  const recipient = await recipientOf(app, released);
  expect(recipient.content.files.map(({ fileName }) => fileName)).toEqual(['kept.jpg']);
  const [shown] = await listed(owner, vault.id);
  const forged = (shown?.downloadUrl ?? '').replace(shown?.id ?? '-', left);
  expect((await owner.send({ method: 'GET', url: forged })).statusCode).toBe(403);
  await sweepObjects(app.services);
  expect(existsSync(object)).toBe(true);
  app.clock.pass({ days: 1, minutes: 1 });
  await sweepObjects(app.services);
  const rows = await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, vault.id));
  expect(rows.map(({ id }) => id)).toEqual([shown?.id]);
});

test('ten concurrent saves that each add a file never put more than five into a vault', async () => {
  const owner = await newOwner();
  const { vault } = await vaultWith(owner, ['1.jpg', '2.jpg', '3.jpg'], unlimited);
  const ids = [];
  for (let number = 0; number < 10; number += 1) ids.push(await pending(owner, vault.id, `new-${number}.jpg`));
  const more = { params: { id: vault.id }, body: { fileName: 'x', fileType: 'art', mimeType: 'image/png' } } as const;
  expect(await owner.refused(api.requestUpload, more)).toMatchObject({
    code: 'too-many-files',
    detail: expect.stringContaining('never saved'),
  });
  const answers = await Promise.all(ids.map((id) => owner.call(api.editVault, saveOf(vault, { files: [{ id }] }))));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  expect(answers.filter((answer) => answer.json().code === 'too-many-files')).toHaveLength(8);
  expect(await names(owner, vault.id)).toHaveLength(5);
});

describe('FILE-23: two tabs', () => {
  test("two tabs lose none of each other's changes", async () => {
    const owner = await newOwner();
    const { vault, files } = await vaultWith(owner, ['a.jpg', 'b.jpg'], unlimited);
    const [a, b] = files.map(({ id }) => id) as [string, string];
    // Both tabs have read a and b.
    const added = await pending(owner, vault.id, 'c.jpg');
    await saveFiles(owner, vault, { files: [{ id: a, caption: 'The first' }, { id: b }, { id: added }] });
    await saveFiles(owner, vault, { files: [{ id: b }, { id: a }] });
    expect(await listed(owner, vault.id)).toMatchObject([
      { fileName: 'b.jpg' },
      { fileName: 'a.jpg', caption: 'The first' },
      { fileName: 'c.jpg' },
    ]);
  });

  test('a save that names a file removed in the other tab is refused completely', async () => {
    const owner = await newOwner();
    const { vault, files } = await vaultWith(owner, ['a.jpg', 'b.jpg'], unlimited);
    const [a, b] = files.map(({ id }) => id) as [string, string];
    await saveFiles(owner, vault, { removedFiles: [b] });
    const { params, body } = saveOf(vault, { files: [{ id: b }, { id: a, caption: 'x' }] });
    const stale = { params, body: { ...body, title: 'Changed' } };
    expect(await owner.refused(api.editVault, stale)).toMatchObject({ status: 404, code: 'file-not-found' });
    expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({ title: vault.title });
    expect(await listed(owner, vault.id)).toMatchObject([{ id: a, caption: '' }]);
  });
});

test('a save that arrives twice counts once, and removes and adds once', async () => {
  const owner = await newOwner();
  const { vault, files } = await vaultWith(owner, ['a.jpg'], unlimited);
  const before = await owner.ask(api.getVault, { params: { id: vault.id } });
  const added = await pending(owner, vault.id, 'b.jpg');
  const save = saveOf(vault, { files: [{ id: added, caption: 'New' }], removedFiles: [files[0]?.id ?? ''] });
  const answers = await Promise.all([owner.call(api.editVault, save), owner.call(api.editVault, save)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { editCount } = await owner.ask(api.editVault, save);
  expect(editCount).toBe(before.editCount + 1);
  expect(await names(owner, vault.id)).toEqual(['b.jpg']);
});

test('an upload that is interrupted near its end changes nothing in the vault, and can be repeated', async () => {
  const owner = await newOwner();
  const { vault, files } = await vaultWith(owner, ['a.jpg'], unlimited);
  const body = { fileName: 'film.mp4', fileType: 'video', mimeType: 'video/mp4' } as const;
  const { uploadUrl, fileId } = await owner.ask(api.requestUpload, { params: { id: vault.id }, body });
  const whole = Buffer.alloc(1_000_000, 'a film ');
  const broken = await owner.send({
    method: 'PUT',
    url: uploadUrl,
    payload: Readable.from([whole.subarray(0, 900_000)]),
    headers: { 'content-type': 'video/mp4', 'content-length': String(whole.length) },
  });
  expect(broken.json()).toMatchObject({ code: 'upload-incomplete' });
  const early = saveOf(vault, { files: [{ id: fileId }], removedFiles: [files[0]?.id ?? ''] });
  expect(await owner.refused(api.editVault, early)).toMatchObject({ code: 'file-not-found' });
  expect(await names(owner, vault.id)).toEqual(['a.jpg']);
  expect(existsSync(await objectOf(files[0]?.id ?? ''))).toBe(true);
  expect((await put(owner, uploadUrl, whole)).statusCode).toBe(204);
  await owner.ask(api.editVault, early);
  expect(await names(owner, vault.id)).toEqual(['film.mp4']);
});

test('if the object of a file removed from a draft cannot be deleted, the save succeeds and the sweep deletes it', async () => {
  const owner = await newOwner();
  const vault = await draftVault(owner);
  const id = await uploadFile(owner, vault.id, file('a.jpg'));
  const object = await objectOf(id);
  const { storage } = app.services;
  const { remove } = storage;
  storage.remove = () => Promise.reject(new Error('the disk has failed'));
  try {
    await saveFiles(owner, vault, { removedFiles: [id] });
  } finally {
    storage.remove = remove;
  }
  expect([await names(owner, vault.id), existsSync(object)]).toEqual([[], true]);
  app.clock.pass({ days: 2 });
  await sweepObjects(app.services);
  expect(existsSync(object)).toBe(false);
});

test('without an edit left, an upload and a save are refused and every file stays; a draft can be edited freely', async () => {
  const owner = await newOwner();
  const draft = await draftVault(owner);
  await uploadFile(owner, draft.id, file('at-once.jpg'));
  const waiting = await pending(owner, draft.id, 'waits.jpg');
  expect(await names(owner, draft.id)).toEqual(['at-once.jpg']);
  for (const caption of ['one', 'two', 'three']) {
    await saveFiles(owner, draft, { files: [{ id: waiting, caption }] });
  }
  expect(await owner.ask(api.getVault, { params: { id: draft.id } })).toMatchObject({ editCount: 0 });
  expect(await listed(owner, draft.id)).toMatchObject([{ caption: 'three' }, { fileName: 'at-once.jpg' }]);

  const spender = await newOwner();
  const { vault, files } = await vaultWith(spender, ['a.jpg']);
  const body = { fileName: 'b.jpg', fileType: 'art', mimeType: 'image/jpeg' } as const;
  expect(await spender.refused(api.requestUpload, { params: { id: vault.id }, body })).toMatchObject({
    code: 'edit-limit-reached',
  });
  const removal = saveOf(vault, { removedFiles: [files[0]?.id ?? ''] });
  expect(await spender.refused(api.editVault, removal)).toMatchObject({ code: 'edit-limit-reached' });
  expect(existsSync(await objectOf(files[0]?.id ?? ''))).toBe(true);
});

test('a file of another vault cannot be saved, captioned or removed', async () => {
  const owner = await newOwner();
  const other = await newOwner();
  const theirs = await vaultWith(other, ['theirs.jpg'], unlimited);
  const { vault } = await vaultWith(owner, ['a.jpg'], unlimited);
  const id = theirs.files[0]?.id ?? '';
  const waiting = await pending(other, theirs.vault.id, 'waits.jpg');
  for (const foreign of [id, waiting, 'no-id', `${id}'`]) {
    const save = saveOf(vault, { files: [{ id: foreign, caption: 'mine' }] });
    expect(await owner.refused(api.editVault, save)).toMatchObject({ code: 'file-not-found' });
  }
  await saveFiles(owner, vault, { removedFiles: [id] });
  expect(await listed(other, theirs.vault.id)).toMatchObject([{ id, caption: '' }]);
  expect(await names(owner, vault.id)).toEqual(['a.jpg']);
});

describe("the owner's link", () => {
  test('it opens the file, complete or in part, as an attachment that runs nothing', async () => {
    const owner = await newOwner();
    const { files } = await vaultWith(owner, ['a.jpg'], unlimited);
    const url = files[0]?.downloadUrl ?? '';
    const whole = await app.caller().send({ method: 'GET', url });
    expect([whole.statusCode, whole.body]).toEqual([200, 'the bytes of a.jpg']);
    expect(whole.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-store',
    });
    const part = await app.caller().send({ method: 'GET', url, headers: { range: 'bytes=4-8' } });
    expect([part.statusCode, part.body]).toEqual([206, 'bytes']);
  });

  test('it expires with the session, after 15 minutes, and with the vault; it cannot be changed to name another session', async () => {
    const owner = await newOwner();
    const { vault, files } = await vaultWith(owner, ['a.jpg'], unlimited);
    const url = files[0]?.downloadUrl ?? '';
    const open = async (link: string) => (await app.caller().send({ method: 'GET', url: link })).json().code;
    app.clock.pass({ minutes: 1 });
    const fresh = (await listed(owner, vault.id))[0]?.downloadUrl ?? '';
    const other = await vaultWith(await newOwner(), ['b.jpg'], unlimited);
    const session = new URL(other.files[0]?.downloadUrl ?? '').searchParams.get('access') ?? '';
    expect(await open(url.replace(/access=[^&]+/, `access=${session}`))).toBe('link-signature-refused');
    app.clock.pass({ minutes: 14 });
    expect(await open(url)).toBe('link-signature-refused');
    await signInAgain(owner); // a fresh proof for the deletion; the older session stays valid
    await owner.ask(api.deleteVault, { params: { id: vault.id } });
    const hidden = app.caller().send({ method: 'GET', url: fresh });
    expect((await hidden).json()).toMatchObject({ code: 'file-not-found' });
  });

  test('it opens nothing after its owner has signed out', async () => {
    const owner = await newOwner();
    const { files } = await vaultWith(owner, ['a.jpg'], unlimited);
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    await owner.send({ method: 'GET', url: api.logout.path, headers });
    const answer = await app.caller().send({ method: 'GET', url: files[0]?.downloadUrl ?? '' });
    expect(answer.json()).toMatchObject({ status: 404, code: 'file-not-found' });
  });
});
