// One password in every form in which keyboards write it: at sign-in, as a proof, when it is changed and in the list of stolen ones.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { passwords } from '../../platform/database/schema.ts';
import { isHashOf } from './password-hash.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const withPassword = (password: string) => signedIn(app, { ...another(ada, ++people), password });
/** An unknown browser is asked for a code after a right password. */
const signIn = async ({ email }: Owner, password: string) =>
  (await app.caller().refused(api.signIn, { body: { email, password } })).code;
const composed = 'Grüße aus dem Moor 1987';
const decomposed = composed.normalize('NFD');
const wide = 'Ｇｒüße aus dem Ｍｏｏｒ １９８７';

test.each([
  ['composed letters', composed],
  ['letters and marks', decomposed],
  ['full-width letters', wide],
])('PWD-2: a password that was chosen in %s is right in every form, as a proof and at a sign-in', async (_, chosen) => {
  const owner = await withPassword(chosen);
  for (const typed of [composed, decomposed, wide]) {
    await owner.ask(api.proveByPassword, { body: { password: typed } });
    expect(await signIn(owner, typed)).toBe('sign-in-code-needed');
  }
  expect(await signIn(owner, composed.toUpperCase())).toBe('wrong-credentials');
  const newPassword = 'un été à la mer, 1962';
  await owner.ask(api.changePassword, {
    body: { currentPassword: decomposed, newPassword: newPassword.normalize('NFD') },
  });
  expect(await signIn(owner, newPassword)).toBe('sign-in-code-needed');
});

test('an earlier hash, made of the password as it was typed, still opens the account, and a sign-in makes it one of the normal form', async () => {
  const owner = await withPassword(composed);
  const stored = () => app.database.select().from(passwords).where(eq(passwords.userId, owner.id));
  const { label, sign } = app.services.keyring.pepper('password');
  const earlier = label + (await app.services.slowHash.hash(sign(decomposed)));
  await app.database.update(passwords).set({ hash: earlier }).where(eq(passwords.userId, owner.id));
  expect(await isHashOf(app.services, earlier, composed)).toBe(false);
  const body = { email: owner.email, password: decomposed };
  expect((await owner.call(api.signIn, { body })).statusCode).toBe(200);
  const [renewed] = await stored();
  expect(await isHashOf(app.services, renewed?.hash ?? '', composed)).toBe(true);
});

test('a password is bounded before and after it is normalised', async () => {
  const { firstName: name, lastName, email } = another(ada, ++people);
  const consent = { termsAccepted: true, isAdult: true } as const;
  for (const password of ['\ufdfa'.repeat(72), '\ufdfa'.repeat(1_000_000), '㍱'.repeat(4)]) {
    const refused = await app.caller().refused(api.signUp, { body: { name, lastName, email, password, ...consent } });
    expect(refused.status === 413 || refused.fields?.password !== undefined).toBe(true);
  }
});
