// After a rotation of the secret that digests and signs, everything made before it still works, and moves to the new secret when it is
// next used.
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers } from '@remembrance/contract/limits.ts';
import { ada, another, edda, questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showRotation } from '../src/commands/keys/secret-commands.ts';
import { codeAt } from '../src/people/two-factor/totp.ts';
import {
  accessVerifications,
  executors,
  knownDevices,
  letters,
  recoveryCodes,
  securityQuestions,
  sessions,
  twoFactors,
} from '../src/platform/database/schema.ts';
import { countStatements } from '../testing/count-statements.ts';
import {
  addFile,
  answerWrongly,
  atQuestions,
  type Owner,
  paidVault,
  recipientOf,
  releasedVault,
  signedIn,
} from '../testing/people.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;
const verify = (accessCode: string) => app.caller().call(api.verifyExecutor, { body: { accessCode } });
const tokenIn = (link: string) => ({ body: { token: new URL(link).hash.slice(1) } });
/** @returns a pattern for the start of values stored under the new secret */
async function rotate(): Promise<RegExp> {
  const [, name = 'none'] = / ([0-9a-f]{8}) is now current/.exec(await showRotation(app.services)) ?? [];
  return new RegExp(`^${name}\\.`);
}

async function withTwoFactor() {
  const owner = await newOwner();
  const { secret } = await owner.ask(api.beginTwoFactor);
  const body = { code: codeAt(secret, app.clock.now()) };
  const { recoveryCodes: codes } = await owner.ask(api.confirmTwoFactor, { body });
  app.clock.pass({ minutes: 1 });
  return { owner, codeOfApp: () => codeAt(secret, app.clock.now()), codes };
}

async function signInWith(owner: Owner, code: string) {
  const caller = app.caller();
  await caller.refused(api.signIn, { body: { email: owner.email, password: owner.password } });
  return statusOf(caller.call(api.answerTwoFactor, { body: { code } }));
}

test("SECRET-1: after a rotation the owner's session, file link, both kinds of code and the links in letters still work", async () => {
  const { owner, codeOfApp, codes } = await withTwoFactor();
  const { id } = await paidVault(app, owner);
  await addFile(owner, id, { name: 'heron.txt', type: 'text/plain', bytes: Buffer.from('a heron') });
  const [shown] = await owner.ask(api.listFiles, { params: { id } });
  await owner.ask(api.requestEmailChange, { body: { email: 'ada.new@example.com' } });
  const changed = await app.lastLetter('owner-change', owner.email);
  await app.caller().ask(api.requestPasswordReset, { body: { email: owner.email } });
  const reset = await app.lastLetter('password-reset', owner.email);
  await rotate();
  expect((await owner.ask(api.getUser)).id).toBe(owner.id);
  expect(await statusOf(owner.send({ method: 'GET', url: shown?.downloadUrl ?? '' }))).toBe(200);
  expect(await statusOf(app.caller().call(api.showOwnerChange, tokenIn(changed.link)))).toBe(200);
  expect(await statusOf(app.caller().call(api.readPasswordReset, tokenIn(reset.link)))).toBe(200);
  expect(await signInWith(owner, codeOfApp())).toBe(200);
  const [once = ''] = codes;
  expect([await signInWith(owner, once), await signInWith(owner, once)]).toEqual([200, 403]);
  expect((await app.caller().call(api.showOwnerChange, tokenIn(`${changed.link}x`))).statusCode).toBe(404);
});

test('SECRET-1: the first call after a rotation may be the one that signs out, and it ends the session', async () => {
  const owner = await newOwner();
  await rotate();
  const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  const answer = await owner.send({ method: 'GET', url: '/api/logout', headers });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  expect(await app.database.select().from(sessions).where(eq(sessions.userId, owner.id))).toEqual([]);
});

test('SECRET-1: after a rotation an executor can confirm, look and release, even in the first call and twice concurrently', async () => {
  const [first, second] = [await paidVault(app, await newOwner()), await paidVault(app, await newOwner())];
  const { confirmLink = '' } = await app.lastLetter('executor-code', edda.email);
  await rotate();
  const releaseOf = ({ id: vaultId, code: accessCode }: typeof first) =>
    statusOf(app.caller().call(api.releaseVault, { params: { vaultId }, body: { accessCode } }));
  expect((await Promise.all([releaseOf(first), releaseOf(first), releaseOf(first)])).sort()).toEqual([200, 409, 409]);
  expect(await statusOf(app.caller().call(api.confirmExecutor, tokenIn(confirmLink)))).toBe(200);
  expect((await Promise.all([verify(second.code), verify(second.code)])).map((one) => one.statusCode)).toEqual([
    200, 200,
  ]);
  expect(await releaseOf(second)).toBe(200);
  expect(await statusOf(verify('AAAAA-AAAAA-AAAAA-AAAAA'))).toBe(403);
});

test("SECRET-1: after a rotation the recipient's link, cookie, answers, download and mailed code still work", async () => {
  const [released, locked] = [await releasedVault(app, await newOwner()), await releasedVault(app, await newOwner())];
  const [recipient, halfway] = [await recipientOf(app, released), await atQuestions(app, released)];
  const coded = await atQuestions(app, locked);
  await answerWrongly(coded, locked, afterWrongAnswers.withoutCode);
  await coded.ask(api.sendAccessCode, { body: { token: locked.token } });
  const { code } = await app.lastLetter('recipient-code', locked.recipientEmail);
  await rotate();
  const { token } = released;
  expect(await statusOf(recipient.send({ method: 'GET', url: recipient.content.everythingUrl }))).toBe(200);
  expect(await statusOf(halfway.call(api.verifyAccessAnswers, { body: { token, answers: questions } }))).toBe(200);
  expect((await recipientOf(app, released)).content.vault.message).toBe(recipient.content.vault.message);
  expect(await statusOf(coded.call(api.verifyAccessCode, { body: { token: locked.token, code } }))).toBe(200);
});

test('once used after a rotation, a session, a code and a link are stored under the new secret and cost no more than before', {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const [active, released] = [await paidVault(app, owner), await releasedVault(app, await newOwner())];
  const open = () => app.caller().ask(api.verifyAccess, { query: { token: released.token } });
  const uses = [() => owner.ask(api.listVaults), open, () => verify(active.code)];
  for (const use of uses) await use();
  const before: string[][] = [];
  for (const use of uses) before.push(await countStatements(use));
  const isNew = await rotate();
  for (const use of uses) await use();
  const after: string[][] = [];
  for (const use of uses) after.push(await countStatements(use));
  expect(after).toEqual(before);
  const [session] = await app.database.select().from(sessions).where(eq(sessions.userId, owner.id));
  const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, active.id));
  const [link] = await app.database
    .select()
    .from(accessVerifications)
    .where(eq(accessVerifications.vaultId, released.id));
  for (const stored of [session?.sid, executor?.accessCode, link?.verificationToken]) expect(stored).toMatch(isNew);
});

test('a known browser is not recorded twice, and stays known', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const written = () => app.database.$count(letters, eq(letters.kind, 'new-device'));
  const isNew = await rotate();
  await owner.ask(api.signIn, { body: { email: owner.email, password: owner.password } });
  const devices = await app.database.select().from(knownDevices).where(eq(knownDevices.userId, owner.id));
  expect(devices.map(({ digest }) => digest)).toEqual([expect.stringMatching(isNew)]);
  expect(await written()).toBe(0);
  const elsewhere = await app.caller().refused(api.signIn, { body: { email: owner.email, password: owner.password } });
  expect(elsewhere.code).toBe('sign-in-code-needed');
});

test('new values after a rotation use the new secret, and authenticator apps move to it immediately', {
  tags: 'long',
}, async () => {
  const { owner } = await withTwoFactor();
  const before = await paidVault(app, owner);
  const isNew = await rotate();
  const after = await paidVault(app, await newOwner());
  const stored = async (vaultId: string) => {
    const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, vaultId));
    const [question] = await app.database
      .select()
      .from(securityQuestions)
      .where(eq(securityQuestions.vaultId, vaultId));
    return [executor?.accessCode ?? '', executor?.confirmToken ?? '', question?.answer ?? ''];
  };
  for (const one of await stored(after.id)) expect(one).toMatch(isNew);
  for (const one of await stored(before.id)) expect(one).not.toMatch(isNew);
  expect((await app.database.select().from(twoFactors))[0]?.sealedSecret).toMatch(isNew);
  const { recoveryCodes: renewed } = await owner.ask(api.renewRecoveryCodes);
  expect(renewed).toHaveLength(10);
  for (const { digest } of await app.database.select().from(recoveryCodes)) expect(digest).toMatch(isNew);
});
