// The message and files of an activated vault: replacing them in an older session requires a proof and is reported. For seven days the
// letter's link restores them, but nobody else can, and never after a release.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { removedFilesPerVault } from '@remembrance/contract/limits.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addFile,
  draftVault,
  type Owner,
  paidVault,
  recipientOf,
  release,
  saveFiles,
  saveOf,
  signedIn,
  signInAgain,
  uploadFile,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sweepObjects } from '../../files/upload/sweep-objects.ts';
import type { EarlierContent } from '../../people/owner-changes/earlier-values.ts';
import { forgetChanges } from '../../people/owner-changes/owner-change-store.ts';
import { openEarlier } from '../../people/owner-changes/report-change.ts';
import { ownerChanges, vaultFiles, vaults } from '../../platform/database/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const edit = (owner: Owner, id: string, body: object) => owner.call(api.editVault, { params: { id }, body });
const vaultNow = (owner: Owner, id: string) => owner.ask(api.getVault, { params: { id } });

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const file = (name: string) => ({ name, type: 'image/jpeg', bytes: Buffer.from(`the bytes of ${name}`) });
const listed = (owner: Owner, id: string) => owner.ask(api.listFiles, { params: { id } });
const names = async (owner: Owner, id: string) => (await listed(owner, id)).map(({ fileName }) => fileName);
const changeLetters = async (owner: Owner) =>
  (await app.lettersTo(owner.email)).filter(({ kind }) => kind === 'owner-change');
const tokenOf = async (owner: Owner) => new URL((await app.lastLetter('owner-change', owner.email)).link).hash.slice(1);
const undo = (token: string) => app.caller().call(api.undoOwnerChange, { body: { token, putBack: true } });
const undoAs = (owner: Owner, token: string) => owner.call(api.undoOwnerChange, { body: { token, putBack: true } });
const rowOf = async (fileId: string) => {
  const [row] = await app.database.select().from(vaultFiles).where(eq(vaultFiles.id, fileId));
  return row;
};
const objectOf = async (fileId: string) =>
  path.join(app.services.config.dataDirectory, 'objects', (await rowOf(fileId))?.objectPath ?? 'missing');

/** An activated vault with a message and two files. */
async function filledVault() {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { planType: 'basic_subscription', message: 'Dear Rosa' });
  for (const name of ['lake.jpg', 'dog.jpg']) await addFile(owner, vault.id, file(name));
  const [lake, dog] = await listed(owner, vault.id);
  app.clock.pass({ seconds: 1 });
  return { owner, vault, lake: lake?.id ?? '', dog: dog?.id ?? '' };
}
/** Replaces the message and one of the files in one save. */
async function replaced() {
  const made = await filledVault();
  const { owner, vault, lake, dog } = made;
  await saveFiles(owner, vault, { files: [{ id: lake, caption: 'Us at the lake' }, { id: dog }] });
  const other = await uploadFile(owner, vault.id, file('other.jpg'));
  app.clock.pass({ seconds: 1 });
  const body = { message: 'Nothing', files: [{ id: dog }, { id: other }], removedFiles: [lake] };
  await owner.ask(api.editVault, { params: { id: vault.id }, body });
  return { ...made, other, token: await tokenOf(owner) };
}

test('PROOF-7: in a session older than an hour, replacing the message or removing a file of an activated vault requires a proof', async () => {
  const { owner, vault, lake } = await filledVault();
  app.clock.pass({ minutes: 59, seconds: 50 });
  expect((await edit(owner, vault.id, { message: 'Dearest Rosa' })).statusCode).toBe(200);
  app.clock.pass({ minutes: 1 });
  const added = await uploadFile(owner, vault.id, file('added.jpg'));
  for (const lost of [
    { message: 'Nothing' },
    { message: '' },
    { removedFiles: [lake] },
    { files: [{ id: added }], removedFiles: [lake] },
  ]) {
    const refused = (await edit(owner, vault.id, lost)).json();
    expect(refused).toMatchObject({ code: 'proof-needed' });
    expect(refused.detail).toContain('You signed in more than an hour ago');
  }
  expect(await vaultNow(owner, vault.id)).toMatchObject({ message: 'Dearest Rosa' });
  expect(await names(owner, vault.id)).toEqual(['lake.jpg', 'dog.jpg']);
  // A change that destroys nothing requires no proof.
  const harmless = {
    title: 'For my Rosa',
    message: 'Dearest Rosa',
    files: [{ id: added }, { id: lake, caption: 'Us' }],
  };
  expect((await edit(owner, vault.id, harmless)).statusCode).toBe(200);
  const draft = await draftVault(owner, { planType: 'premium_one_time' });
  expect((await edit(owner, draft.id, { message: 'Another' })).statusCode).toBe(200);
  await owner.ask(api.proveByPassword, { body: { password: owner.password } });
  expect((await edit(owner, vault.id, { message: 'Nothing', removedFiles: [lake] })).statusCode).toBe(200);
});

test('replacing a caption or transcript requires a proof, is reported and can be undone like a removed file; adding the first one is not', {
  tags: 'long',
}, async () => {
  const { owner, vault, lake, dog } = await filledVault();
  await saveFiles(owner, vault, { files: [{ id: lake, caption: 'Us at the lake', transcript: 'Waves' }, { id: dog }] });
  expect(await changeLetters(owner)).toHaveLength(0);
  app.clock.pass({ hours: 2 });
  for (const words of [{ caption: 'Nobody' }, { caption: '' }, { transcript: '' }])
    expect((await edit(owner, vault.id, { files: [{ id: lake, ...words }] })).json()).toMatchObject({
      code: 'proof-needed',
    });
  expect((await edit(owner, vault.id, { files: [{ id: dog, caption: 'The dog' }, { id: lake }] })).statusCode).toBe(
    200,
  );
  await owner.ask(api.proveByPassword, { body: { password: owner.password } });
  await owner.ask(api.editVault, {
    params: { id: vault.id },
    body: { files: [{ id: lake, caption: 'Nobody', transcript: '' }] },
  });
  expect((await app.lastLetter('owner-change', owner.email)).after).toBe(
    'captions or transcripts of its files were changed',
  );
  expect((await undo(await tokenOf(owner))).statusCode).toBe(200);
  await signInAgain(owner, app);
  expect(await listed(owner, vault.id)).toMatchObject([
    { id: dog, caption: 'The dog' },
    { id: lake, caption: 'Us at the lake', transcript: 'Waves' },
  ]);
});

test('a replaced message and removed files are reported in one letter, even in a fresh session; additions and drafts are not', {
  tags: 'long',
}, async () => {
  const { owner, vault } = await replaced();
  expect(await changeLetters(owner)).toHaveLength(1);
  expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({
    kind: 'content',
    vaultTitle: vault.title,
    isWayBack: true,
    after: 'its message was replaced and a file was removed',
  });
  const files = await listed(owner, vault.id);
  await saveFiles(owner, vault, { removedFiles: files.map(({ id }) => id) });
  expect((await app.lastLetter('owner-change', owner.email)).after).toBe('2 files were removed');
  const draft = await draftVault(owner, { planType: 'premium_one_time' });
  const first = await uploadFile(owner, draft.id, file('first.jpg'));
  await owner.ask(api.editVault, { params: { id: draft.id }, body: { message: 'Another', removedFiles: [first] } });
  expect(await changeLetters(owner)).toHaveLength(2);
  expect(await rowOf(first)).toBeUndefined();
});

test('CHANGE-14: the link restores message and files as they were, counts no edit, and takes out files added since', async () => {
  const { owner, vault, lake, dog, other, token } = await replaced();
  const later = await addFile(owner, vault.id, file('later.jpg'));
  const { editCount } = await vaultNow(owner, vault.id);
  const shown = await app.caller().ask(api.showOwnerChange, { body: { token } });
  expect(shown).toMatchObject({ kind: 'content', vaultTitle: vault.title, earlier: null, canPutBack: true });
  expect(shown.newer).toEqual(['files']);
  expect((await undo(token)).json()).toMatchObject({ code: 'proof-needed' });
  await signInAgain(owner, app);
  expect((await undoAs(owner, token)).json()).toEqual({ isPutBack: true });
  expect(await vaultNow(owner, vault.id)).toMatchObject({ message: 'Dear Rosa', editCount });
  expect(await listed(owner, vault.id)).toMatchObject([
    { id: lake, fileName: 'lake.jpg', caption: 'Us at the lake' },
    { id: dog, fileName: 'dog.jpg' },
  ]);
  for (const replaced of [other, later.id]) expect(await rowOf(replaced)).toMatchObject({ isPending: true });
  app.clock.pass({ days: 8 });
  await sweepObjects(app.services);
  for (const gone of [other, later.id]) expect(await rowOf(gone)).toBeUndefined();
  const released = await recipientOf(app, await release(app, vault));
  expect(released.content.vault.message).toBe('Dear Rosa');
  expect(released.content.files.map(({ fileName }) => fileName)).toEqual(['lake.jpg', 'dog.jpg']);
});

test('CHANGE-14: the link of the first of several changes restores the state before all of them and invalidates the other links', async () => {
  const { owner, vault, token } = await replaced();
  app.clock.pass({ seconds: 1 });
  const files = await listed(owner, vault.id);
  await saveFiles(owner, vault, { removedFiles: files.map(({ id }) => id) });
  const second = await tokenOf(owner);
  expect((await undoAs(owner, token)).json()).toEqual({ isPutBack: true });
  expect((await undo(second)).json()).toMatchObject({ code: 'change-undone' });
  expect(await names(owner, vault.id)).toEqual(['lake.jpg', 'dog.jpg']);
});

test('CHANGE-16: the newest words and files survive the press of an old letter for seven days, and its letter brings them back', async () => {
  const { owner, vault, token } = await replaced();
  app.clock.pass({ seconds: 1 });
  const video = await uploadFile(owner, vault.id, file('last-video.jpg'));
  const last = await owner.ask(api.editVault, {
    params: { id: vault.id },
    body: { message: 'The last words', files: [{ id: video }] },
  });
  const before = await names(owner, vault.id);
  expect(await app.caller().ask(api.showOwnerChange, { body: { token } })).toMatchObject({
    newer: ['message', 'files'],
  });
  app.clock.pass({ seconds: 1 });
  await undoAs(owner, token);
  expect(await names(owner, vault.id)).toEqual(['lake.jpg', 'dog.jpg']);
  app.clock.pass({ days: 6 });
  await forgetChanges(app.services);
  await sweepObjects(app.services);
  const { link } = await app.lastLetter('owner-change-undone', owner.email);
  expect((await undo(new URL(link ?? '').hash.slice(1))).json()).toEqual({ isPutBack: true });
  await signInAgain(owner, app);
  expect(await vaultNow(owner, vault.id)).toMatchObject({ message: last.message });
  expect(await names(owner, vault.id)).toEqual(before);
});

test('until it is deleted, a removed file appears in no list, counts towards no limit, and cannot be named in a save', {
  tags: 'long',
}, async () => {
  const { owner, vault, lake } = await filledVault();
  const [own] = await listed(owner, vault.id);
  await saveFiles(owner, vault, { removedFiles: [lake] });
  expect(await names(owner, vault.id)).toEqual(['dog.jpg']);
  expect((await owner.send({ method: 'GET', url: own?.downloadUrl ?? '' })).statusCode).toBe(404);
  expect(await owner.refused(api.editVault, saveOf(vault, { files: [{ id: lake }] }))).toMatchObject({
    code: 'file-not-found',
  });
  for (let number = 1; number <= 4; number += 1) await addFile(owner, vault.id, file(`${number}.jpg`));
  expect(await names(owner, vault.id)).toHaveLength(5);
  const { content } = await recipientOf(app, await release(app, vault));
  expect(content.files.map(({ fileName }) => fileName)).toEqual(['dog.jpg', '1.jpg', '2.jpg', '3.jpg', '4.jpg']);
  const forged = (content.files[0]?.downloadUrl ?? '').replace(content.files[0]?.id ?? '-', lake);
  expect((await app.caller().send({ method: 'GET', url: forged })).statusCode).toBe(403);
});

test('a save that would leave eleven restorable files is refused, and changes nothing', async () => {
  const { owner, vault } = await filledVault();
  for (let removed = 0; removed < removedFilesPerVault; removed += 1) {
    const { id } = await addFile(owner, vault.id, file(`${removed}.jpg`));
    await saveFiles(owner, vault, { removedFiles: [id] });
  }
  const [lake] = await listed(owner, vault.id);
  const body = { message: 'Nothing', removedFiles: [lake?.id ?? ''] };
  const refused = await owner.refused(api.editVault, { params: { id: vault.id }, body });
  expect(refused).toMatchObject({ status: 409, code: 'too-many-removed-files' });
  expect(await names(owner, vault.id)).toEqual(['lake.jpg', 'dog.jpg']);
  expect(await vaultNow(owner, vault.id)).toMatchObject({ message: 'Dear Rosa' });
  app.clock.pass({ days: 7 });
  await signInAgain(owner, app);
  await owner.ask(api.editVault, { params: { id: vault.id }, body });
});

test('the previous message and files are deleted after seven days, and not earlier', { tags: 'long' }, async () => {
  const { lake, token } = await replaced();
  const object = await objectOf(lake);
  const clean = async () => {
    await forgetChanges(app.services);
    await sweepObjects(app.services);
  };
  app.clock.pass({ days: 7, seconds: -1 });
  await clean();
  expect(existsSync(object)).toBe(true);
  app.clock.pass({ seconds: 1 });
  await clean();
  expect([await rowOf(lake), existsSync(object)]).toEqual([undefined, false]);
  expect((await undo(token)).json()).toMatchObject({ code: 'change-link-expired' });
  const kept = await app.database.select().from(ownerChanges).where(eq(ownerChanges.kind, 'content'));
  expect(kept.filter(({ sealedEarlier, expiresAt }) => sealedEarlier && expiresAt <= app.clock.now())).toEqual([]);
});

test("the stored previous content is sealed under the vault's key in addition to the service's seal", {
  tags: 'long',
}, async () => {
  const { vault, owner } = await replaced();
  const [change] = await app.database.select().from(ownerChanges).where(eq(ownerChanges.vaultId, vault.id));
  if (!change) throw new Error('the change is not stored');
  const opened = JSON.stringify(await openEarlier<EarlierContent>(app.services, change));
  for (const secret of ['Dear Rosa', 'lake.jpg', 'Us at the lake']) expect(opened).not.toContain(secret);
  const texts = await app.services.vaultKeys.ownTexts(app.database, { vaultId: vault.id, ownerId: owner.id });
  expect(texts.open('message', JSON.parse(opened).message)).toBe('Dear Rosa');
});

test('the link restores nothing in a released or deleted vault, and its page says which it is', {
  tags: 'long',
}, async () => {
  const released = await replaced();
  await release(app, released.vault);
  expect((await undo(released.token)).json()).toMatchObject({ status: 409, code: 'vault-released' });
  await signInAgain(released.owner, app);
  expect(await vaultNow(released.owner, released.vault.id)).toMatchObject({ message: 'Nothing' });
  expect(await names(released.owner, released.vault.id)).toEqual(['dog.jpg', 'other.jpg']);
  const deleted = await replaced();
  await deleted.owner.ask(api.deleteVault, { params: { id: deleted.vault.id } });
  expect((await undo(deleted.token)).json()).toMatchObject({ status: 404, code: 'vault-not-found' });
});

test('if a release and the link run concurrently, the vault is released with either the old or the new content, never a mix', {
  tags: 'long',
}, async () => {
  for (let round = 0; round < 8; round += 1) {
    const { vault, token } = await replaced();
    const [code, undone] = await Promise.all([
      app.caller().call(api.releaseVault, { params: { vaultId: vault.id }, body: { accessCode: vault.code } }),
      undo(token),
    ]);
    expect(code.statusCode).toBe(200);
    const rows = await app.database.select().from(vaultFiles).where(eq(vaultFiles.vaultId, vault.id));
    const inVault = rows.filter(({ isPending }) => !isPending);
    expect(inVault).toHaveLength(2);
    expect(inVault.some(({ keptUntil }) => keptUntil !== null)).toBe(false);
    const [row] = await app.database.select().from(vaults).where(eq(vaults.id, vault.id));
    const texts = await app.services.vaultKeys.ownTexts(app.database, {
      vaultId: vault.id,
      ownerId: row?.creatorId ?? '',
    });
    const message = texts.open('message', row?.message ?? '');
    expect(message).toBe(undone.statusCode === 200 ? 'Dear Rosa' : 'Nothing');
  }
});
