// Proving identity again in an older session: by password or passkey, for that session only.
import { api } from '@remembrance/contract/api.ts';
import { ada, another, vaultForm } from '@remembrance/contract/testing/cast.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftVault, type Owner, signedIn } from '../../testing/people.ts';
import { addPasskey, assertWith, place, type SoftPasskey } from '../../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const secondsLeft = async (owner: Owner) => (await owner.ask(api.getProof)).secondsLeft;
async function answerOf(passkey: SoftPasskey) {
  const { challenge } = await app.caller().ask(api.beginPasskeySignIn);
  return { answer: assertWith(passkey, { ...place, challenge }) as never };
}

describe('PROOF-2: a session is proven', () => {
  test('by its sign-in, for ten minutes', async () => {
    const owner = await newOwner();
    expect(await secondsLeft(owner)).toBe(600);
    app.clock.pass({ minutes: 9, seconds: 59 });
    expect((await owner.call(api.exportAccount)).statusCode).toBe(200);
    app.clock.pass({ seconds: 1 });
    expect(await secondsLeft(owner)).toBe(0);
    expect(await owner.refused(api.exportAccount)).toMatchObject({ code: 'proof-needed' });
  });

  test('by the password, and no other session with it', async () => {
    const owner = await newOwner();
    const elsewhere = app.caller();
    await elsewhere.ask(api.signIn, { body: { email: owner.email, password: owner.password } });
    app.clock.pass({ minutes: 10 });
    expect(await owner.refused(api.proveByPassword, { body: { password: 'not it' } })).toMatchObject({
      ...{ code: 'wrong-password', fields: { password: expect.any(String) } },
    });
    expect(await secondsLeft(owner)).toBe(0);
    await owner.ask(api.proveByPassword, { body: { password: owner.password } });
    expect(await secondsLeft(owner)).toBe(600);
    expect(await elsewhere.refused(api.exportAccount)).toMatchObject({ code: 'proof-needed' });
  });

  test("by the owner's passkey, whose response works once, and by no other passkey", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const [passkey, foreign] = [await addPasskey(owner), await addPasskey(other)];
    app.clock.pass({ minutes: 10 });
    const refused = { code: 'passkey-refused' };
    expect(await owner.refused(api.proveByPasskey, { body: await answerOf(foreign) })).toMatchObject(refused);
    const body = await answerOf(passkey);
    expect(await owner.ask(api.proveByPasskey, { body })).toEqual({
      ...{ secondsLeft: 600, hasPassword: true, hasPasskey: true },
    });
    app.clock.pass({ minutes: 10 });
    expect(await owner.refused(api.proveByPasskey, { body })).toMatchObject(refused);
    expect(await secondsLeft(owner)).toBe(0);
  });
});

test('PROOF-3: only a change of the recipient requires a proof; title, message and date do not', async () => {
  const owner = await newOwner();
  const { id } = await draftVault(owner);
  app.clock.pass({ minutes: 10 });
  const { recipientName, recipientEmail } = vaultForm();
  const edit = (changes: object) =>
    owner.call(api.editVault, {
      params: { id },
      body: { title: 'For Rosa', recipientName, recipientEmail, ...changes },
    });
  const later = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  for (const redirect of [{ recipientName: 'Mallory' }, { recipientEmail: 'mallory@example.com' }]) {
    expect((await edit(redirect)).json()).toMatchObject({ code: 'proof-needed' });
  }
  expect((await edit({ title: 'For my Rosa', message: 'Another', scheduledReleaseDate: later })).statusCode).toBe(200);
});
