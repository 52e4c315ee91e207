// An owner's texts are stored sealed, everyone who may read them can, and a text that cannot be opened locks nobody out.
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers } from '@remembrance/contract/limits.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { ada, another, questions, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefused, prepared } from '../../testing/expect-refused.ts';
import {
  addFile,
  answerWrongly,
  atQuestions,
  type Owner,
  paidVault,
  put,
  release,
  releasedVault,
  saveFiles,
  signedIn,
  uploadFile,
} from '../../testing/people.ts';
import { tablesWith } from '../../testing/tables-with.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { letters, vaultFiles, vaultKeys, vaults } from '../platform/database/schema.ts';
import { verifyTexts } from './vault-verification.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ OPERATOR_EMAIL: 'op@keep.example', LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const secret = 'the-key-lies-under-the-blue-boat';
const words = { caption: `caption ${secret}`, transcript: `transcript ${secret}` };
const song = { name: `song ${secret}.mp3`, type: 'audio/mpeg', bytes: Buffer.from('la la') };
const form = {
  planType: 'basic_subscription',
  message: `message ${secret}`,
  securityQuestion1: `Where is it, ${secret}?`,
} as const;

/** A paid vault with the secret in every text, and a file that is not saved yet. */
async function secretVault(owner: Owner) {
  const vault = await paidVault(app, owner, form);
  const file = await addFile(owner, vault.id, song);
  await saveFiles(owner, vault, { files: [{ id: file.id, ...words }] });
  await uploadFile(owner, vault.id, { ...song, name: `pending ${secret}.mp3` }, true);
  return { ...vault, fileId: file.id };
}

const declared = { fileName: 'a.txt', fileType: 'message', mimeType: 'text/plain' } as const;
/** The letter to the operator may be written at any moment, and a code try is counted. */
const besides = ['letters', 'access_codes'];
const expectUnreadable = (call: ReturnType<typeof prepared>) =>
  expectRefused(app.database, 'vault-unreadable', call, besides);
const withoutKey = (vaultId: string) => app.database.delete(vaultKeys).where(eq(vaultKeys.vaultId, vaultId));
const notices = async () => {
  const letters = await app.lettersTo('op@keep.example');
  return letters.filter((letter) => JSON.stringify(letter).includes('cannot be opened')).length;
};
const textOf = (bytes: Buffer, name: RegExp) => {
  const [, found] = Object.entries(unzipSync(bytes)).find(([path]) => name.test(path)) ?? [];
  return strFromU8(found ?? new Uint8Array());
};

test('ENC-7: no database row contains a plain word of a vault, its questions or its files', async () => {
  const owner = await newOwner();
  const { id } = await secretVault(owner);
  expect(await tablesWith(app.database, secret)).toEqual([]);
  // Control: a plain text is found.
  await app.database.update(vaults).set({ message: form.message }).where(eq(vaults.id, id));
  await app.database.update(vaultFiles).set(words).where(eq(vaultFiles.vaultId, id));
  expect(await tablesWith(app.database, secret)).toEqual(['vault_files', 'vaults']);
  await app.database.delete(vaults).where(eq(vaults.id, id));
});

describe('texts are read back as they were written', () => {
  test('the owner reads them in an edit, a conflict, the preview and the export', { tags: 'long' }, async () => {
    const owner = await newOwner();
    const vault = await secretVault(owner);
    const params = { id: vault.id };
    const read = await owner.ask(api.getVault, { params });
    expect(read.message).toBe(form.message);
    expect((await owner.ask(api.listQuestions, { params }))[0]?.question).toBe(form.securityQuestion1);
    expect(await owner.ask(api.listFiles, { params })).toMatchObject([{ fileName: song.name, ...words }]);
    expect((await owner.ask(api.previewVault, { params })).vault.message).toBe(form.message);
    // Resending the stored content is not an edit.
    const same = { title: vault.title, message: form.message, files: [{ id: vault.fileId, ...words }] };
    expect((await owner.ask(api.editVault, { params, body: same })).version).toBe(read.version);
    const edited = await owner.ask(api.editVault, { params, body: { message: `${form.message} and the oars` } });
    expect(edited.message).toBe(`${form.message} and the oars`);
    const late = { params, body: { message: 'other', version: read.version } };
    expect((await owner.refused(api.editVault, late)).conflict).toMatchObject({
      stored: { message: `${form.message} and the oars` },
      sent: { message: 'other' },
    });
    const bytes = (await owner.call(api.exportAccount)).rawPayload;
    expect(JSON.parse(textOf(bytes, /vault\.json$/))).toMatchObject({
      message: `${form.message} and the oars`,
      securityQuestions: [form.securityQuestion1, questions[1]?.question],
      files: [{ name: song.name, ...words }],
    });
  });

  test('the recipient reads them on the page, as a download and in the copy', { tags: 'long' }, async () => {
    const owner = await newOwner();
    const vault = await release(app, await secretVault(owner));
    const recipient = await atQuestions(app, vault);
    const state = await recipient.ask(api.verifyAccess, { query: { token: vault.token } });
    expect(state.questions?.[0]).toBe(form.securityQuestion1);
    const answers = [{ ...questions[0], question: form.securityQuestion1 }, questions[1]] as typeof questions;
    const body = { token: vault.token, answers };
    const { vault: opened, files, everythingUrl } = await recipient.ask(api.verifyAccessAnswers, { body });
    expect(opened).toMatchObject({ message: form.message, isUnreadable: false });
    expect(files).toMatchObject([{ fileName: song.name, ...words, isUnreadable: false }]);
    const download = await recipient.send({ method: 'GET', url: files[0]?.downloadUrl ?? '' });
    expect(download.headers['content-disposition']).toContain(song.name);
    const copy = (await recipient.send({ method: 'GET', url: everythingUrl })).rawPayload;
    expect(textOf(copy, /Letter\.html$/)).toContain(form.message);
    expect(textOf(copy, /Letter\.html$/)).toContain(words.transcript);
    expect(Object.keys(unzipSync(copy)).join()).toContain(song.name);
  });

  test('questions restored by undoing a change are sealed again', async () => {
    const owner = await newOwner();
    const { id } = await secretVault(owner);
    const changed = [{ question: 'What is new?', answers: ['Something else'] }];
    await owner.ask(api.editVault, { params: { id }, body: { questions: changed } });
    const { link, after } = await app.lastLetter('owner-change', owner.email);
    expect(after).toBe('one question'); // a letter is stored in plain text until it is sent
    const body = { token: new URL(link).hash.slice(1), putBack: true };
    await app.caller().ask(api.undoOwnerChange, { body });
    await owner.ask(api.signIn, { body: { email: owner.email, password: owner.password } }).catch(() => undefined);
    expect(await tablesWith(app.database, form.securityQuestion1)).toEqual([]);
    expect((await verifyTexts(app.services)).unreadable).toEqual([]);
  });
});

describe('ENC-10: a text that cannot be opened', () => {
  test('it is reported on the page and in the copy and once a day to the operator, and withholds nothing else', async () => {
    app.clock.pass({ days: 1 });
    const owner = await newOwner();
    const { fileId, ...paid } = await secretVault(owner);
    const vault = await release(app, paid);
    const answers = [{ ...questions[0], question: form.securityQuestion1 }, questions[1]] as typeof questions;
    const recipient = await atQuestions(app, vault);
    await recipient.ask(api.verifyAccessAnswers, { body: { token: vault.token, answers } });
    await app.database.update(vaults).set({ message: 'a.b.c.d.e' }).where(eq(vaults.id, vault.id));
    await app.database.update(vaultFiles).set({ caption: 'a.b.c.d.e' }).where(eq(vaultFiles.id, fileId));
    const before = await notices();
    for (let read = 0; read < 3; read += 1) {
      const content = await recipient.ask(api.verifyAccess, { query: { token: vault.token } });
      expect(content.vault).toMatchObject({ message: '', isUnreadable: true });
      expect(content.files).toMatchObject([{ fileName: song.name, caption: '', isUnreadable: true }]);
      const download = await recipient.send({ method: 'GET', url: content.files?.[0]?.downloadUrl ?? '' });
      expect(download.rawPayload.equals(song.bytes)).toBe(true);
      const copy = (await recipient.send({ method: 'GET', url: content.everythingUrl ?? '' })).rawPayload;
      expect(textOf(copy, /Letter\.html$/)).toContain(refusals['vault-unreadable'].detail);
    }
    await until(notices).toBe(before + 1);
    // A second letter would be written by now, or would hold this lock.
    await app.database.transaction((tx) => tx.execute(sql`lock table ${letters} in exclusive mode`));
    expect(await notices()).toBe(before + 1);
    const bytes = (await owner.call(api.exportAccount)).rawPayload;
    expect(JSON.parse(textOf(bytes, /vault\.json$/)).message).toBe(refusals['vault-unreadable'].detail);
  });

  test('it is refused to its owner, who might overwrite it, and gets no other key', async () => {
    const owner = await newOwner();
    const headers = { 'idempotency-key': 'the-same-vault-again' };
    const { id } = await owner.ask(api.createVault, { body: vaultForm(form), headers });
    const { uploadUrl } = await owner.ask(api.requestUpload, { params: { id }, body: declared });
    await addFile(owner, id, song);
    await withoutKey(id);
    const params = { id };
    const calls = [
      prepared(owner, api.createVault, { body: vaultForm(form), headers }),
      prepared(owner, api.getVault, { params }),
      prepared(owner, api.editVault, { params, body: { message: 'over it' } }),
      prepared(owner, api.listFiles, { params }),
      prepared(owner, api.listQuestions, { params }),
      prepared(owner, api.previewVault, { params }),
      prepared(owner, api.requestUpload, { params, body: declared }),
      () => put(owner, uploadUrl, song.bytes),
    ];
    for (const call of calls) await expectUnreadable(call);
  });

  test('it counts nothing against the recipient and uses up no code', async () => {
    const owner = await newOwner();
    const [one, other] = [await releasedVault(app, owner), await releasedVault(app, await newOwner())];
    const recipient = await atQuestions(app, one);
    const another = await atQuestions(app, other);
    await answerWrongly(recipient, one, 1);
    await answerWrongly(another, other, afterWrongAnswers.withoutCode);
    await another.ask(api.sendAccessCode, { body: { token: other.token } });
    const { code } = await app.lastLetter('recipient-code', other.recipientEmail);
    for (const { id } of [one, other]) await withoutKey(id);
    const { token, recipientEmail: email } = one;
    const calls = [
      prepared(recipient, api.verifyAccess, { query: { token } }),
      prepared(recipient, api.readAccess, { body: { token } }),
      prepared(recipient, api.verifyAccessEmail, { body: { token, email } }),
      prepared(recipient, api.verifyAccessAnswers, { body: { token, answers: questions } }),
      prepared(another, api.verifyAccessCode, { body: { token: other.token, code } }),
    ];
    for (const call of calls) await expectUnreadable(call);
  });
});

test('every sealed text is opened, and texts that cannot be opened are named', { tags: 'long' }, async () => {
  await app.database.delete(vaults);
  await secretVault(await newOwner());
  const [altered, lost] = [await secretVault(await newOwner()), await secretVault(await newOwner())];
  const all = { vaults: 3, unreadable: [] };
  // The message, two questions, a file and a pending file, each.
  expect(await verifyTexts(app.services)).toEqual({ ...all, opened: 15 });
  await app.database.update(vaults).set({ message: 'a.b.c.d.e' }).where(eq(vaults.id, altered.id));
  await app.database.update(vaultFiles).set({ transcript: 'a.b.c.d.e' }).where(eq(vaultFiles.id, altered.fileId));
  const found = await verifyTexts(app.services);
  expect(found).toMatchObject({ opened: 13 });
  const named = [`the message of vault ${altered.id}`, `the words of file ${altered.fileId} of vault ${altered.id}`];
  expect(found.unreadable).toEqual(named);
  await withoutKey(lost.id);
  const after = await verifyTexts(app.services);
  expect(after).toMatchObject({ opened: 8 });
  expect(after.unreadable).toHaveLength(7);
});
