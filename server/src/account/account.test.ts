// The owner's account: name, picture, password, sessions and reminders.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { api } from '@remembrance/contract/api.ts';
import { letterKinds, letterReasons } from '@remembrance/contract/letters.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherBrowser, paidVault, signedIn, signInBy } from '../../testing/people.ts';
import { smallJpeg, smallPicture } from '../../testing/pictures.ts';
import { addPasskey, assertWith, place } from '../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { createKeyring, withoutLabel } from '../keys/secret/keyring.ts';
import { remindOwners } from '../vaults/release/remind-owners.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const kindsTo = async (email: string) => (await app.lettersTo(email)).map(({ kind }) => kind);

test('an owner sees their account and changes their name', async () => {
  const owner = await newOwner();
  expect(await owner.ask(api.getAccount)).toMatchObject({
    email: owner.email,
    hasPassword: true,
    refusedLetters: [],
    twoFactor: { isOn: false, recoveryCodesLeft: 0, trustedBrowsers: 0 },
  });
  await owner.ask(api.changeProfile, { body: { firstName: ' Adah ', lastName: 'Lind' } });
  expect(await owner.ask(api.getUser)).toMatchObject({ firstName: 'Adah', lastName: 'Lind' });
  expect(await owner.refused(api.changeProfile, { body: { firstName: ' ', lastName: 'Lind' } })).toMatchObject({
    status: 400,
    fields: { firstName: 'First name is required' },
  });
});

describe('a picture', () => {
  const octets = { 'content-type': 'application/octet-stream' };
  const put = (owner: Awaited<ReturnType<typeof newOwner>>, bytes: Buffer, headers = octets) =>
    owner.call(api.putPicture, { body: bytes as never, headers });
  const objects = () => {
    const folder = path.join(app.services.config.dataDirectory, 'objects/pictures');
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };

  test('the picture is served only to its owner, with its own type', async () => {
    const owner = await newOwner();
    const { profileImageUrl } = (await put(owner, smallPicture)).json();
    const shown = await owner.send({ method: 'GET', url: profileImageUrl });
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect(shown.rawPayload.equals(smallPicture)).toBe(true);
    const other = await newOwner();
    expect((await other.send({ method: 'GET', url: profileImageUrl })).statusCode).toBe(404);
    expect((await app.caller().send({ method: 'GET', url: profileImageUrl })).statusCode).toBe(401);
  });

  test('the picture is deleted when it is replaced or removed', async () => {
    const owner = await newOwner();
    const before = objects();
    const first = (await put(owner, smallPicture)).json().profileImageUrl;
    const second = (await put(owner, smallJpeg)).json().profileImageUrl;
    expect(objects()).toBe(before + 1);
    expect((await owner.send({ method: 'GET', url: first })).statusCode).toBe(404);
    expect((await owner.send({ method: 'GET', url: second })).headers['content-type']).toBe('image/jpeg');
    expect(await owner.ask(api.removePicture)).toMatchObject({ profileImageUrl: null });
    expect(objects()).toBe(before);
    expect(await owner.ask(api.removePicture)).toMatchObject({ profileImageUrl: null });
  });

  test('an invalid or too large picture is refused and leaves no file', async () => {
    const owner = await newOwner();
    const before = objects();
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    expect((await put(owner, html, { 'content-type': 'image/png' })).json()).toMatchObject({ code: 'picture-refused' });
    const large = Buffer.concat([smallPicture, Buffer.alloc(2 * 1024 * 1024)]);
    expect((await put(owner, large)).json()).toMatchObject({ status: 413, code: 'too-large' });
    expect([objects(), (await owner.ask(api.getAccount)).profileImageUrl]).toEqual([before, null]);
  });
});

describe('changing the password', () => {
  const newPassword = 'a lighthouse in march';

  test('it requires the current one, ends every other session, and sends a letter', async () => {
    const owner = await newOwner();
    const elsewhere = await otherBrowser(app, owner);
    expect(await owner.refused(api.changePassword, { body: { currentPassword: 'not it', newPassword } })).toMatchObject(
      {
        code: 'wrong-password',
        fields: { currentPassword: 'This password is wrong. Please try again.' },
      },
    );
    expect((await elsewhere.call(api.getUser)).statusCode).toBe(200);
    await owner.ask(api.changePassword, { body: { currentPassword: owner.password, newPassword } });
    expect((await elsewhere.call(api.getUser)).statusCode).toBe(401);
    expect((await owner.call(api.getUser)).statusCode).toBe(200);
    expect(await kindsTo(owner.email)).toContain('password-changed');
    const { email, password } = owner;
    expect(await app.caller().refused(api.signIn, { body: { email, password } })).toMatchObject({
      code: 'wrong-credentials',
    });
    await owner.ask(api.signIn, { body: { email, password: newPassword } });
  });

  test('the password changes once if the change is requested many times concurrently', async () => {
    const owner = await newOwner();
    const body = (at: number) => ({ currentPassword: owner.password, newPassword: `${newPassword} ${at}` });
    const answers = await Promise.all([1, 2, 3, 4].map((at) => owner.call(api.changePassword, { body: body(at) })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 403, 403, 403]);
  });
});

describe("ACCT-4: an owner's sessions", () => {
  const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile/15E148 Safari/604.1' };

  test('they are listed in plain words, the current session first', async () => {
    const owner = await newOwner();
    await otherBrowser(app, owner, { network: '203.0.113.9', headers: phone });
    const sessions = await owner.ask(api.listSessions);
    expect(sessions).toMatchObject([
      { isCurrent: true, network: '127.0.0.1' },
      { isCurrent: false, network: '203.0.113.9', device: 'Safari on iPhone' },
    ]);
    expect(JSON.stringify(sessions)).not.toContain('sid');
  });

  test('they can be ended individually or all except the current one, and only by their owner', async () => {
    const owner = await newOwner();
    const { password } = owner;
    const others = [app.caller(), app.caller(), app.caller()];
    for (const other of others) await signInBy(app, other, owner);
    const states = () => Promise.all([owner, ...others].map(async (one) => (await one.call(api.getUser)).statusCode));
    const [, second] = await owner.ask(api.listSessions);
    const params = { id: second?.id ?? '' };
    expect(await (await newOwner()).refused(api.endSession, { params })).toMatchObject({ code: 'session-not-found' });
    app.clock.pass({ minutes: 11 });
    expect(await owner.refused(api.endSession, { params })).toMatchObject({ code: 'proof-needed' });
    expect(await owner.refused(api.endOtherSessions)).toMatchObject({ code: 'proof-needed' });
    expect(await states()).toEqual([200, 200, 200, 200]);
    await owner.ask(api.proveByPassword, { body: { password } });
    await owner.ask(api.endSession, { params });
    expect((await states()).filter((state) => state === 401)).toHaveLength(1);
    await owner.ask(api.endOtherSessions);
    expect(await states()).toEqual([200, 401, 401, 401]);
  });

  test('a letter reports a sign-in with a passkey from a new browser, but not from the first or a known one', async () => {
    const owner = await newOwner();
    const body = { email: owner.email, password: owner.password };
    const passkey = await addPasskey(owner);
    expect(await kindsTo(owner.email)).not.toContain('new-device');
    await owner.ask(api.signIn, { body });
    expect(await kindsTo(owner.email)).not.toContain('new-device');
    const stranger = app.caller('203.0.113.77');
    const { challenge } = await stranger.ask(api.beginPasskeySignIn);
    const answer = assertWith(passkey, { ...place, challenge }) as never;
    await stranger.ask(api.signInWithPasskey, { body: { answer }, headers: phone });
    await stranger.ask(api.signIn, { body, headers: phone });
    expect((await kindsTo(owner.email)).filter((kind) => kind === 'new-device')).toHaveLength(1);
    expect(await app.lastLetter('new-device', owner.email)).toMatchObject({
      device: 'Safari on iPhone',
      network: '203.0.113.77',
    });
  });
});

test('a declined reminder is not sent, and required letters still are', async () => {
  const owner = await newOwner();
  const scheduledReleaseDate = new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString();
  const vault = await paidVault(app, owner, { scheduledReleaseDate });
  await owner.ask(api.chooseLetters, { body: { refused: ['release-reminder'] } });
  expect((await owner.ask(api.getAccount)).refusedLetters).toEqual(['release-reminder']);
  await remindOwners(app.services);
  expect(await kindsTo(owner.email)).not.toContain('release-reminder');
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  expect(await kindsTo(owner.email)).toContain('executor-used');
  await owner.ask(api.chooseLetters, { body: { refused: [] } });
  await remindOwners(app.services);
  expect(await kindsTo(owner.email)).toContain('release-reminder');
});

test('letters write dates in the time zone the owner has chosen, including letters about their vaults', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const account = await owner.ask(api.getAccount);
  expect(account.timeZone).toBe('UTC');
  await owner.ask(api.chooseLetters, { body: { refused: [], timeZone: 'Pacific/Auckland' } });
  expect(await owner.ask(api.chooseLetters, { body: { refused: [] } })).toEqual({
    refused: [],
    timeZone: 'Pacific/Auckland',
  });
  const vault = await paidVault(app, owner);
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: vault.code } });
  await app.sendLetters();
  const folder = path.join(app.services.config.dataDirectory, 'letters');
  const sent = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('=\r\n', ''));
  const used = sent.filter(
    (letter) => letter.includes(owner.email) && letter.includes('Subject: Your executor code was used'),
  );
  expect(used).toEqual([expect.stringMatching(/New Zealand (Standard|Daylight) Time, the code we sent to/)]);
  for (const timeZone of ['Mars/Olympus', '', '../etc/passwd', 'x'.repeat(65)]) {
    const { fields } = await owner.refused(api.chooseLetters, { body: { refused: [], timeZone } });
    expect(fields).toEqual({ timeZone: 'Please choose a time zone' });
  }
});

test.each([...letterKinds.filter((kind) => letterReasons[kind] !== 'reminder'), 'nonsense'])(
  "a letter that is not a reminder is required and can't be declined (%s)",
  async (kind) => {
    const owner = await newOwner();
    expect(await owner.refused(api.chooseLetters, { body: { refused: [kind] } as never })).toMatchObject({
      status: 400,
    });
    expect((await owner.ask(api.getAccount)).refusedLetters).toEqual([]);
  },
);

test('the keys of drafts belong to one owner, are the same at each call, and include those of a retiring secret', async () => {
  const [first, second] = [await newOwner(), await newOwner()];
  const { keys } = await first.ask(api.getDraftKeys);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect((await first.ask(api.getDraftKeys)).keys).toEqual(keys);
  expect((await second.ask(api.getDraftKeys)).keys).not.toEqual(keys);
  const secret = (byte: string) => ({ label: `${byte.repeat(8)}.`, secret: Buffer.alloc(32, byte) });
  const rotated = createKeyring(() => [secret('b'), secret('a')]).digests('draft', 'ada');
  const before = createKeyring(() => [secret('a')]).digests('draft', 'ada');
  expect(rotated.map(withoutLabel)[1]).toBe(before.map(withoutLabel)[0]);
});
