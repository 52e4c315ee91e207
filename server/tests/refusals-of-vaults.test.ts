// Rare refusals of vaults, files and links: each is tested over HTTP, and the refused call changes nothing.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers as guessLimits, ownerChangeDays, recipientLinkDays } from '@remembrance/contract/limits.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessGuesses, vaults } from '../src/platform/database/schema.ts';
import type { Caller } from '../testing/caller.ts';
import { expectRefused, prepared } from '../testing/expect-refused.ts';
import {
  answerWrongly,
  atQuestions,
  draftVault,
  type Owner,
  paidVault,
  proveMailbox,
  put,
  type ReleasedVault,
  releasedVault,
  signedIn,
} from '../testing/people.ts';
import { smallPicture } from '../testing/pictures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = (on = app) => signedIn(on, another(ada, ++people));
type Call = ReturnType<typeof prepared>;
const refusedWith = (code: RefusalCode, call: Call, besides?: string[]) =>
  expectRefused(app.database, code, call, besides);

describe('the link in a letter about a change', () => {
  const mallory = { recipientName: 'Mallory', recipientEmail: 'mallory@example.com' };
  /** A vault whose recipient was changed, and the token that undoes that. */
  async function redirected() {
    const owner = await newOwner();
    const { id } = await paidVault(app, owner);
    await owner.ask(api.editVault, { params: { id }, body: { title: 'For Rosa', ...mallory } });
    const { link } = await app.lastLetter('owner-change', owner.email);
    return { owner, id, token: new URL(link).hash.slice(1) };
  }

  test('it shows nothing after its seven days', async () => {
    const { token } = await redirected();
    app.clock.pass({ days: ownerChangeDays });
    await refusedWith('change-link-expired', prepared(app.caller(), api.showOwnerChange, { body: { token } }));
  });

  test('it shows nothing after the change was undone', async () => {
    const { token } = await redirected();
    await app.caller().ask(api.undoOwnerChange, { body: { token, putBack: true } });
    await refusedWith('change-undone', prepared(app.caller(), api.showOwnerChange, { body: { token } }));
  });

  test('it restores nothing in a vault that was since deleted', async () => {
    const { owner, id, token } = await redirected();
    await owner.ask(api.deleteVault, { params: { id } });
    const undo = prepared(app.caller(), api.undoOwnerChange, { body: { token, putBack: true } });
    await refusedWith('vault-not-found', undo, ['known_devices', 'users']);
    expect((await owner.call(api.getUser)).statusCode, 'everybody is signed out all the same').toBe(401);
    const [vault] = await app.database.select().from(vaults).where(eq(vaults.id, id));
    expect(vault).toMatchObject({ status: 'deleting', ...mallory });
  });
});

const picture =
  (owner: Owner, length: Record<string, string>): Call =>
  () =>
    owner.send({
      method: 'PUT',
      url: api.putPicture.path,
      payload: Readable.from([smallPicture]),
      headers: { 'content-type': 'application/octet-stream', ...length },
    });
const declared = { fileName: 'a.txt', fileType: 'message' as const, mimeType: 'text/plain' };
const uploadUrl = async (owner: Owner, id: string) =>
  (await owner.ask(api.requestUpload, { params: { id }, body: declared })).uploadUrl;
/** Sends fewer bytes than it declares. */
const cutShort =
  (caller: Caller, url: string, sizeBytes: number): Call =>
  () =>
    caller.send({
      method: 'PUT',
      url,
      payload: Readable.from(['half']),
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(sizeBytes) },
    });

const stored = () => {
  const directory = path.join(app.services.config.dataDirectory, 'objects');
  return readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
};

describe('we do not store', () => {
  test('a picture without a length, or a truncated one, is not stored', async () => {
    const owner = await newOwner();
    await refusedWith('length-required', picture(owner, { 'transfer-encoding': 'chunked' }));
    await refusedWith('upload-incomplete', picture(owner, { 'content-length': String(smallPicture.length + 1) }));
  });

  test('a truncated file, or one whose vault was deleted, is not stored', async () => {
    const owner = await newOwner();
    const { id } = await draftVault(owner);
    const url = await uploadUrl(owner, id);
    const before = stored();
    await refusedWith('upload-incomplete', cutShort(owner, url, 8));
    expect(stored()).toBe(before);
    expect((await put(owner, url, Buffer.from('the letter'))).statusCode).toBe(204);
    const late = await uploadUrl(owner, id);
    await owner.ask(api.deleteVault, { params: { id } });
    await refusedWith('vault-not-found', () => put(owner, late, Buffer.from('the letter')));
  });

  test('a picture or a file is not stored if the disk is full', async () => {
    const { bavail, bsize } = await statfs(app.services.config.dataDirectory);
    const largest = 5 * 1024 ** 3;
    const reserve = Math.max(0, bavail * bsize - largest / 2);
    const full = await openTestApp({ DISK_RESERVE_BYTES: '999999999999999' });
    const nearlyFull = await openTestApp({ DISK_RESERVE_BYTES: `${reserve}`, MAX_FILE_BYTES: `${largest}` });
    try {
      const length = { 'content-length': String(smallPicture.length) };
      await expectRefused(full.database, 'storage-full', picture(await newOwner(full), length));
      const owner = await newOwner(nearlyFull);
      const { id } = await draftVault(owner);
      const url = await uploadUrl(owner, id);
      await expectRefused(nearlyFull.database, 'storage-full', cutShort(owner, url, largest));
    } finally {
      await full.close();
      await nearlyFull.close();
    }
  });
});

test('on an ended plan a vault cannot be edited and accepts no file', async () => {
  const owner = await newOwner();
  const { id, title, recipientName, recipientEmail } = await paidVault(app, owner);
  await app.database.update(vaults).set({ paymentStatus: 'lapsed' }).where(eq(vaults.id, id));
  const body = { title: `${title}, again`, recipientName, recipientEmail };
  await refusedWith('plan-lapsed', prepared(owner, api.editVault, { params: { id }, body }));
  await refusedWith('plan-lapsed', prepared(owner, api.requestUpload, { params: { id }, body: declared }));
});

test('the questions of an unreleased vault cannot be reopened by its owner or its executor', async () => {
  const owner = await newOwner();
  const { id, code: accessCode } = await paidVault(app, owner);
  await refusedWith('not-released', prepared(owner, api.reopenQuestions, { params: { id } }));
  const byExecutor = { params: { vaultId: id }, body: { accessCode } };
  await refusedWith('not-released', prepared(app.caller(), api.reopenQuestionsByExecutor, byExecutor));
});

test("another vault's executor is not found, and gets no code", async () => {
  const owner = await newOwner();
  const { id } = await paidVault(app, owner);
  const other = await newOwner();
  const [theirs] = await other.ask(api.listExecutors, { params: { id: (await paidVault(app, other)).id } });
  for (const executorId of [randomUUID(), 'no-id', theirs?.id ?? '']) {
    const params = { id, executorId };
    const body = { name: 'Mallory', email: 'mallory@example.com' };
    await refusedWith('executor-not-found', prepared(owner, api.correctExecutor, { params, body }));
    await refusedWith('executor-not-found', prepared(owner, api.reissueCode, { params }));
  }
});

const newReleased = async () => releasedVault(app, await newOwner(), { recipientEmail: `rosa-${people}@example.com` });

test('an expired link is refused at every step', async () => {
  const vault = await newReleased();
  const { token, recipientEmail: email } = vault;
  app.clock.pass({ days: recipientLinkDays });
  const caller = app.caller();
  const calls = [
    prepared(caller, api.readAccess, { body: { token } }),
    prepared(caller, api.verifyAccessEmail, { body: { token, email } }),
    prepared(caller, api.sendAccessCode, { body: { token } }),
    prepared(caller, api.verifyAccessCode, { body: { token, code: 'AAAA-AAAA' } }),
    prepared(caller, api.verifyAccessAnswers, { body: { token, answers: wrongAnswers } }),
  ];
  for (const call of calls) await refusedWith('link-expired', call);
});

test('while the questions are paused no code is mailed', { tags: 'long' }, async () => {
  const vault = await newReleased();
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, guessLimits.withoutCode);
  await proveMailbox(app, recipient, vault);
  await answerWrongly(recipient, vault, guessLimits.shortPauseAfter - guessLimits.withoutCode);
  const other = await atQuestions(app, vault);
  const call = prepared(other, api.sendAccessCode, { body: { token: vault.token } });
  await refusedWith('answers-paused', call);
  expect((await call()).json().retryAt).toBe(new Date(app.clock.now().getTime() + 15 * 60_000).toISOString());
});

/** The recipient has reopened the questions before, and one more wrong answer closes them. */
async function setOneAnswerLeft({ id: vaultId }: ReleasedVault): Promise<void> {
  const maxWrong = guessLimits.lockAfter + guessLimits.moreByReopening;
  const used = { maxWrong, wrongInAll: maxWrong - 1, recipientReopenings: guessLimits.recipientReopenings };
  await app.database.insert(accessGuesses).values({ vaultId, ...used });
}

test('a code that was mailed before the questions closed does not reopen them a second time', {
  tags: 'long',
}, async () => {
  const vault = await newReleased();
  const { token } = vault;
  await setOneAnswerLeft(vault);
  const [one, other] = [await atQuestions(app, vault), await atQuestions(app, vault)];
  await other.ask(api.sendAccessCode, { body: { token } });
  await proveMailbox(app, one, vault);
  const { code } = await app.lastLetter('recipient-code', vault.recipientEmail);
  await answerWrongly(one, vault, 1);
  // A code try is counted before the code is compared.
  const call = prepared(other, api.verifyAccessCode, { body: { token, code } });
  await refusedWith('answers-locked', call, ['access_codes']);
});
