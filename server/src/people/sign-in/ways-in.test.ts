// The ways to sign in after an owner resets the password by letter: a stranger's are removed, the owner's stay.
import { api } from '@remembrance/contract/api.ts';
import { passkeysQuestion } from '@remembrance/contract/sign-in.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import { confirmedElsewhere, type Owner, otherBrowser, signedIn } from '../../../testing/people.ts';
import { assertWith, makePasskey, type SoftPasskey } from '../../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { codeAt } from '../two-factor/totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const place = { origin: 'http://localhost:3000', rpId: 'localhost' };
const newPassword = 'a quiet house by the sea';

async function addPasskey(caller: Caller, name = 'Phone'): Promise<SoftPasskey> {
  const { challenge } = await caller.ask(api.beginPasskey);
  const { passkey, answer } = makePasskey({ ...place, challenge });
  await caller.ask(api.addPasskey, { body: { name, answer: answer as never } });
  return passkey;
}
async function usePasskey(passkey: SoftPasskey, caller = app.caller()) {
  const { challenge } = await caller.ask(api.beginPasskeySignIn);
  return caller.call(api.signInWithPasskey, {
    body: { answer: assertWith(passkey, { ...place, challenge }) as never },
  });
}
async function turnOnTwoFactor(caller: Caller): Promise<string> {
  const { secret } = await caller.ask(api.beginTwoFactor);
  await caller.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
  app.clock.pass({ seconds: 60 });
  return secret;
}
/** An owner, and another browser that is signed in and has not proven the mailbox. */
async function withUnprovedBrowser(): Promise<{ owner: Owner; other: Caller }> {
  const { owner, first } = await confirmedElsewhere(app, another(ada, ++people));
  return { owner, other: first };
}
async function resetToken({ email }: Owner): Promise<string> {
  await app.caller().ask(api.requestPasswordReset, { body: { email } });
  return new URL((await app.lastLetter('password-reset', email)).link).hash.slice(1);
}
const reset = async (owner: Owner, more: { passkeys?: 'leave' | 'remove' } = {}, caller = app.caller()) =>
  caller.call(api.resetPassword, { body: { token: await resetToken(owner), newPassword, ...more } });
const signIn = (email: string, caller = app.caller()) =>
  caller.call(api.signIn, { body: { email, password: newPassword } });

describe('WAY-1: a reset by letter removes every way in that was never used in a browser with a proven mailbox', () => {
  test('a stranger’s passkey no longer signs in', async () => {
    const { owner, other } = await withUnprovedBrowser();
    const passkey = await addPasskey(other);
    expect((await usePasskey(passkey)).statusCode).toBe(200);
    expect((await reset(owner)).statusCode).toBe(200);
    expect((await usePasskey(passkey)).json()).toMatchObject({ code: 'passkey-refused' });
    expect(await app.lastLetter('password-changed', owner.email)).toMatchObject({
      ways: { passkeysRemoved: 1, passkeysLeft: 0, twoFactor: 'off' },
    });
  });

  test('a stranger’s second step no longer locks the owner out, and neither does an unfinished one', async () => {
    for (const begin of [turnOnTwoFactor, (caller: Caller) => caller.ask(api.beginTwoFactor)]) {
      const { owner, other } = await withUnprovedBrowser();
      await begin(other);
      const caller = app.caller();
      await reset(owner, {}, caller);
      expect((await signIn(owner.email, caller)).statusCode).toBe(200);
      expect((await caller.ask(api.getAccount)).twoFactor).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
      expect((await caller.call(api.beginTwoFactor)).statusCode).toBe(200);
    }
  });

  test('a stranger’s session, two-factor question and unfinished passkey end', async () => {
    const { owner, other: stranger } = await withUnprovedBrowser();
    const { challenge } = await stranger.ask(api.beginPasskey);
    await reset(owner);
    const { answer } = makePasskey({ ...place, challenge });
    const refused = await stranger.refused(api.addPasskey, { body: { name: 'Mine', answer: answer as never } });
    expect(refused.code).toBe('unauthorized');
    expect((await stranger.call(api.getUser)).statusCode).toBe(401);
  });

  test('a passkey that is added concurrently is removed too', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner, other: stranger } = await withUnprovedBrowser();
      const { challenge } = await stranger.ask(api.beginPasskey);
      const { passkey, answer } = makePasskey({ ...place, challenge });
      const token = await resetToken(owner);
      await Promise.all([
        stranger.call(api.addPasskey, { body: { name: 'Mine', answer: answer as never } }),
        app.caller().call(api.resetPassword, { body: { token, newPassword } }),
        stranger.call(api.addPasskey, { body: { name: 'Mine', answer: answer as never } }),
      ]);
      expect((await usePasskey(passkey)).json()).toMatchObject({ code: 'passkey-refused' });
    }
  });
});

describe('a way in that was added or used in a browser with a proven mailbox is the owner’s', () => {
  test('its passkeys are listed, and the person who resets decides whether they stay', { tags: 'long' }, async () => {
    for (const [choice, status] of [
      ['leave', 200],
      ['remove', 403],
    ] as const) {
      const owner = await newOwner();
      const passkey = await addPasskey(owner, 'Kitchen phone');
      const token = await resetToken(owner);
      const listed = await app.caller().ask(api.readPasswordReset, { body: { token } });
      expect(listed).toMatchObject({ passkeys: [{ name: 'Kitchen phone', lastUsedAt: null }], hasTwoFactor: false });
      const body = { token, newPassword };
      const refused = await app.caller().refused(api.resetPassword, { body });
      expect(refused).toMatchObject({ code: 'invalid-input', fields: { passkeys: passkeysQuestion } });
      expect((await owner.call(api.getUser)).statusCode).toBe(200); // nothing has changed yet
      await app.caller().ask(api.resetPassword, { body: { ...body, passkeys: choice } });
      expect((await usePasskey(passkey)).statusCode).toBe(status);
    }
  });

  test('its second step always stays on: access to the mailbox is not sufficient', { tags: 'long' }, async () => {
    const owner = await newOwner();
    await turnOnTwoFactor(owner);
    const token = await resetToken(owner);
    expect(await app.caller().ask(api.readPasswordReset, { body: { token } })).toEqual({
      passkeys: [],
      hasTwoFactor: true,
    });
    await app.caller().ask(api.resetPassword, { body: { token, newPassword, passkeys: 'remove' } });
    expect((await signIn(owner.email)).json()).toMatchObject({ code: 'second-step-needed' });
  });

  // A second step does not: anyone who turns it on makes the account forget every other browser.
  test('a passkey from another browser becomes the owner’s when it is used there', { tags: 'long' }, async () => {
    const { owner, other } = await withUnprovedBrowser();
    const passkey = await addPasskey(other);
    expect((await usePasskey(passkey, owner)).statusCode).toBe(200);
    const listed = await app.caller().ask(api.readPasswordReset, { body: { token: await resetToken(owner) } });
    expect(listed).toMatchObject({ passkeys: [{ name: 'Phone' }] });
  });

  test('the browser that resets the password has proven the mailbox', async () => {
    const owner = await newOwner();
    const caller = app.caller();
    await reset(owner, {}, caller);
    await signIn(owner.email, caller);
    await addPasskey(caller);
    const listed = await app.caller().ask(api.readPasswordReset, { body: { token: await resetToken(owner) } });
    expect(listed.passkeys).toHaveLength(1);
  });

  test('a browser that entered the code from the mailbox has proven it too', async () => {
    const owner = await newOwner();
    await addPasskey(await otherBrowser(app, owner));
    const listed = await app.caller().ask(api.readPasswordReset, { body: { token: await resetToken(owner) } });
    expect(listed.passkeys).toHaveLength(1);
  });
});

test('a stranger who signed up with an owner’s address can never sign in, and the owner can by resetting the password', async () => {
  const { firstName: name, lastName, email, password } = another(ada, ++people);
  const stranger = app.caller();
  const consent = { termsAccepted: true, isAdult: true } as const;
  await stranger.ask(api.signUp, { body: { name, lastName, email, password, ...consent } });
  const { link } = await app.lastLetter('email-verification', email);
  const token = new URL(link).hash.slice(1);
  await app.caller().send({ method: 'GET', url: link }); // a mail scanner
  expect(await app.caller().refused(api.confirmEmail, { body: { token } })).toMatchObject({
    code: 'password-to-confirm',
  });
  expect(await stranger.refused(api.signIn, { body: { email, password } })).toMatchObject({
    code: 'email-not-verified',
  });
  const owner = { ...stranger, ...another(ada, people), id: '' };
  const holder = app.caller();
  await reset(owner, {}, holder);
  expect(await stranger.refused(api.confirmEmail, { body: { token } })).toMatchObject({ code: 'confirm-link-refused' });
  expect(await stranger.refused(api.signIn, { body: { email, password } })).toMatchObject({
    code: 'wrong-credentials',
  });
  expect((await signIn(email, holder)).statusCode).toBe(200);
});
