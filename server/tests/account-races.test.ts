// The same account change many times concurrently: it takes effect exactly once, with one letter and one act.
import { api } from '@remembrance/contract/api.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../src/people/two-factor/totp.ts';
import { actPeople, acts } from '../src/platform/database/schema.ts';
import { type Owner, otherBrowser, signedIn } from '../testing/people.ts';
import { smallPicture } from '../testing/pictures.ts';
import { runCommand } from '../testing/run-admin-command.ts';
import { makePasskey } from '../testing/soft-authenticator.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const place = { origin: 'http://localhost:3000', rpId: 'localhost' };
const tokenIn = ({ link }: { link: string }) => new URL(link).hash.slice(1);

/** Makes five concurrent calls and returns their statuses in order. */
async function fiveTimes(call: () => Promise<LightMyRequestResponse>): Promise<number[]> {
  const answers = await Promise.all([1, 2, 3, 4, 5].map(call));
  return answers.map(({ statusCode }) => statusCode).sort();
}
/** The number of letters of a kind to an address. */
const countLetters = async (kind: string, email: string) =>
  (await app.lettersTo(email)).filter((letter) => letter.kind === kind).length;
const countActs = async (event: string, { id }: Owner) =>
  (
    await app.database
      .select({ event: acts.event })
      .from(acts)
      .innerJoin(actPeople, eq(actPeople.personId, acts.personId))
      .where(eq(actPeople.userId, id))
  ).filter((act) => act.event === event).length;
async function withTwoFactor(owner: Owner): Promise<string> {
  const { secret } = await owner.ask(api.beginTwoFactor);
  await owner.ask(api.confirmTwoFactor, { body: { code: codeAt(secret, app.clock.now()) } });
  return secret;
}

test('an account that is deleted five times concurrently is deleted once, with one letter', async () => {
  const owner = await newOwner();
  expect(await fiveTimes(() => owner.call(api.deleteAccount))).toEqual([200, 401, 401, 401, 401]);
  expect(await countLetters('account-deletion', owner.email)).toBe(1);
  expect(await countActs('account-deleted', owner)).toBe(1);
});

test('if sign-ins race with a deletion, one of them undoes it and reports that once', async () => {
  const owner = await newOwner();
  await owner.ask(api.deleteAccount);
  const body = { email: owner.email, password: owner.password };
  expect(await fiveTimes(() => owner.call(api.signIn, { body }))).toEqual([200, 200, 200, 200, 200]);
  expect(await countLetters('account-kept', owner.email)).toBe(1);
  expect(await countActs('account-kept', owner)).toBe(1);
});

test('a session that is ended five times concurrently is ended once, and no other session is', async () => {
  const owner = await newOwner();
  const elsewhere = await otherBrowser(app, owner);
  const sessions = await owner.ask(api.listSessions);
  const params = { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
  expect(await fiveTimes(() => owner.call(api.endSession, { params }))).toEqual([204, 404, 404, 404, 404]);
  expect((await elsewhere.call(api.getUser)).statusCode).toBe(401);
  expect((await owner.call(api.getUser)).statusCode).toBe(200);
});

test('one of five concurrent resets with one link sets its password, and the others change nothing', async () => {
  const owner = await newOwner();
  await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
  const token = tokenIn(await app.lastLetter('password-reset', owner.email));
  let number = 0;
  const passwords = ['north', 'south', 'east', 'west', 'inland'].map((word) => `${word} of the mill pond`);
  const reset = () => app.caller().call(api.resetPassword, { body: { token, newPassword: passwords[number++] ?? '' } });
  expect(await fiveTimes(reset)).toEqual([200, 400, 400, 400, 400]);
  const signIns = passwords.map((password) => owner.call(api.signIn, { body: { email: owner.email, password } }));
  // A reset forgets the known browsers, so the right password leads to a code.
  const codes = (await Promise.all(signIns)).map((answer) => answer.json().code);
  expect(codes.filter((code) => code === 'sign-in-code-needed')).toHaveLength(1);
  expect(await countLetters('password-changed', owner.email)).toBe(1);
  expect(await countActs('password-reset', owner)).toBe(1);
});

test('a second step that is confirmed five times concurrently is on, with one set of recovery codes', async () => {
  const owner = await newOwner();
  const { secret } = await owner.ask(api.beginTwoFactor);
  const body = { code: codeAt(secret, app.clock.now()) };
  expect(await fiveTimes(() => owner.call(api.confirmTwoFactor, { body }))).toEqual([200, 409, 409, 409, 409]);
  expect((await owner.ask(api.getAccount)).twoFactor).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  expect(await countLetters('owner-change', owner.email)).toBe(1);
});

test('concurrently renewed recovery codes are one set of ten, which somebody was shown', { tags: 'long' }, async () => {
  const owner = await newOwner();
  await withTwoFactor(owner);
  const sets = await Promise.all([1, 2, 3].map(() => owner.ask(api.renewRecoveryCodes)));
  expect((await owner.ask(api.getAccount)).twoFactor.recoveryCodesLeft).toBe(10);
  const body = { email: owner.email, password: owner.password };
  const works = async (code: string) => {
    const caller = app.caller();
    await caller.refused(api.signIn, { body });
    return (await caller.call(api.answerTwoFactor, { body: { code } })).statusCode === 200;
  };
  const working = [];
  for (const { recoveryCodes } of sets) working.push(await works(recoveryCodes[0] ?? ''));
  expect(working.filter(Boolean)).toHaveLength(1);
});

test('a second step that is turned off five times concurrently is off, with one letter', async () => {
  const owner = await newOwner();
  await withTwoFactor(owner);
  expect(await fiveTimes(() => owner.call(api.endTwoFactor))).toEqual([204, 409, 409, 409, 409]);
  expect(await countActs('sign-in-changed', owner)).toBe(2);
  expect((await owner.ask(api.getAccount)).twoFactor).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
});

test('a passkey that is added or removed five times concurrently changes once, with one letter each', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const { challenge } = await owner.ask(api.beginPasskey);
  const { answer } = makePasskey({ ...place, challenge });
  const add = () => owner.call(api.addPasskey, { body: { name: 'Phone', answer: answer as never } });
  expect(await fiveTimes(add)).toEqual([200, 403, 403, 403, 403]);
  expect(await countLetters('owner-change', owner.email)).toBe(1);
  const [passkey] = await owner.ask(api.listPasskeys);
  const params = { id: passkey?.id ?? '' };
  expect(await fiveTimes(() => owner.call(api.removePasskey, { params }))).toEqual([204, 404, 404, 404, 404]);
  expect(await countLetters('owner-change', owner.email)).toBe(2);
  expect(await owner.ask(api.listPasskeys)).toEqual([]);
});

test("one of several addresses requested concurrently can be confirmed, and the other letters' links do nothing", async () => {
  const owner = await newOwner();
  const addresses = [1, 2, 3, 4].map((number) => `at-once-${number}-${people}@example.com`);
  await Promise.all(addresses.map((email) => owner.ask(api.requestEmailChange, { body: { email } })));
  const tokens = await Promise.all(
    addresses.map(async (to) => tokenIn(await app.lastLetter('email-confirmation', to))),
  );
  const answers = await Promise.all(
    tokens.map((token) => app.caller().call(api.confirmEmailChange, { body: { token } })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400]);
  const confirmed = answers.findIndex(({ statusCode }) => statusCode === 200);
  expect((await owner.ask(api.getUser)).email).toBe(addresses[confirmed]);
  expect(await countActs('email-changed', owner)).toBe(1);
});

test('one of several pictures stored concurrently is shown, and the other files are deleted', async () => {
  const owner = await newOwner();
  const headers = { 'content-type': 'image/png' };
  const put = () => owner.call(api.putPicture, { body: smallPicture as never, headers });
  const answers = await Promise.all([put(), put(), put()]);
  const names = answers.map((answer) => String(answer.json().profileImageUrl).split('/').at(-1) ?? '');
  const shown = await Promise.all(names.map((name) => owner.call(api.getPicture, { params: { name } })));
  expect(shown.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404]);
  const isStored = (name: string) =>
    app.services.storage.read(`pictures/${name.split('.')[0]}`, 0, 1).then(
      (bytes) => bytes.destroy() && true,
      () => false,
    );
  expect((await Promise.all(names.map(isStored))).filter(Boolean)).toHaveLength(1);
});

test('an operator who suspends, restores or orders a reset twice concurrently does it once, with one letter and one act', async () => {
  const owner = await newOwner();
  await withTwoFactor(owner);
  const run = (name: string) => runCommand(app.services, name, { subject: owner.email, reason: 'asked in writing' });
  for (const [name, letter, event] of [
    ['reset-two-factor', 'two-factor-reset', 'two-factor-reset-ordered'],
    ['suspend', 'account-suspended', 'account-suspended'],
    ['restore', 'account-restored', 'account-restored'],
  ] as const) {
    const outcomes = await Promise.allSettled([run(name), run(name), run(name)]);
    expect(
      outcomes.filter(({ status }) => status === 'fulfilled'),
      name,
    ).toHaveLength(1);
    expect([await countLetters(letter, owner.email), await countActs(event, owner)], name).toEqual([1, 1]);
  }
});
