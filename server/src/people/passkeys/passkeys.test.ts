// Passkeys: adding, signing in with and removing them.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Owner, signedIn } from '../../../testing/people.ts';
import { addPasskey, assertWith, makePasskey, place, type SoftPasskey } from '../../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));

const begin = async (owner: Owner) => (await owner.ask(api.beginPasskey)).challenge;
const beginSignIn = async () => (await app.caller().ask(api.beginPasskeySignIn)).challenge;
const signInWith = async (passkey: SoftPasskey, asked: object = {}) => {
  const answer = assertWith(passkey, { ...place, challenge: await beginSignIn(), ...asked });
  return app.caller().call(api.signInWithPasskey, { body: { answer: answer as never } });
};

test('a passkey signs its owner in without the password and without the second step', async () => {
  const owner = await newOwner();
  const passkey = await addPasskey(owner);
  const answer = await signInWith(passkey);
  expect([answer.statusCode, answer.json().user.id]).toEqual([200, owner.id]);
  expect(await owner.ask(api.listPasskeys)).toMatchObject([
    { name: 'Phone', lastUsedAt: app.clock.now().toISOString() },
  ]);
  expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'passkey-added' });
});

describe('a passkey is stored', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a device that did not verify its user', { withoutVerification: true }],
    ['a challenge that was never issued', { challenge: 'A'.repeat(43) }],
  ])('a response for %s is refused', async (_, changed) => {
    const owner = await newOwner();
    const { answer } = makePasskey({ ...place, challenge: await begin(owner), ...changed });
    expect(await owner.refused(api.addPasskey, { body: { name: 'Phone', answer: answer as never } })).toMatchObject({
      code: 'passkey-refused',
    });
    expect(await owner.ask(api.listPasskeys)).toEqual([]);
  });

  test('a challenge is accepted only once, from the owner it was issued to, and in time', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const challenge = await begin(owner);
    const body = (more: object = {}) => ({
      name: 'Phone',
      answer: makePasskey({ ...place, challenge, ...more }).answer as never,
    });
    expect(await other.refused(api.addPasskey, { body: body() })).toMatchObject({ code: 'passkey-refused' });
    expect(await owner.refused(api.addPasskey, { body: body() })).toMatchObject({ code: 'passkey-refused' });
    const late = await begin(owner);
    app.clock.pass({ minutes: 11 });
    expect(await owner.refused(api.addPasskey, { body: body({ challenge: late }) })).toMatchObject({
      code: 'passkey-refused',
    });
    expect(await owner.ask(api.listPasskeys)).toEqual([]);
  });
});

describe('PKY-3: a passkey does not sign in', () => {
  test.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['from a device that did not verify its user', { withoutVerification: true }],
    ['with a challenge that was never issued', { challenge: 'A'.repeat(43) }],
  ])('%s', async (_, changed) => {
    const passkey = await addPasskey(await newOwner());
    expect((await signInWith(passkey, changed)).json()).toMatchObject({ code: 'passkey-refused' });
    expect((await signInWith(passkey)).statusCode).toBe(200);
  });

  test('a repeated response, a cloned device or an unknown key does not sign in', async () => {
    const passkey = await addPasskey(await newOwner());
    const answer = assertWith(passkey, { ...place, challenge: await beginSignIn() }) as never;
    const send = () => app.caller().call(api.signInWithPasskey, { body: { answer } });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    expect((await send()).json()).toMatchObject({ code: 'passkey-refused' });
    const copy = { ...passkey, counter: 0 };
    expect((await signInWith(copy)).json()).toMatchObject({ code: 'passkey-refused' });
    const stranger = makePasskey({ ...place, challenge: 'x' }).passkey;
    expect((await signInWith({ ...stranger, id: passkey.id, counter: 9 })).json()).toMatchObject({
      code: 'passkey-refused',
    });
    expect((await signInWith(stranger)).json()).toMatchObject({ code: 'passkey-refused' });
  });

  test('a removed passkey does not sign in', async () => {
    const owner = await newOwner();
    const passkey = await addPasskey(owner);
    await owner.ask(api.removePasskey, { params: { id: passkey.rowId } });
    expect((await signInWith(passkey)).json()).toMatchObject({ code: 'passkey-refused' });
  });
});

test('an owner can rename and remove only their own passkeys', async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const params = { id: (await addPasskey(owner)).rowId };
  expect(await owner.ask(api.renamePasskey, { params, body: { name: 'Laptop' } })).toMatchObject({ name: 'Laptop' });
  expect(await other.refused(api.renamePasskey, { params, body: { name: 'Mine' } })).toMatchObject({
    code: 'passkey-not-found',
  });
  expect(await other.refused(api.removePasskey, { params })).toMatchObject({ code: 'passkey-not-found' });
  expect(await owner.ask(api.listPasskeys)).toMatchObject([{ name: 'Laptop' }]);
});
