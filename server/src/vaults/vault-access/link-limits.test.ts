// The recipient's links and steps at their boundaries: when a link expires, how many letters it can cause, what each refusal leaves
// unchanged, and what two concurrent browsers may do.
import { api } from '@remembrance/contract/api.ts';
import { freshLinkMinutes, freshLinksPerDay, recipientLinkDays } from '@remembrance/contract/limits.ts';
import { ada, another, questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefused, prepared } from '../../../testing/expect-refused.ts';
import {
  atQuestions,
  paidVault,
  type ReleasedVault,
  releasedVault,
  signedIn,
  tokenOf,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { accessGuesses, accessVerifications, acts, vaults } from '../../platform/database/schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newVault = async () => releasedVault(app, await newOwner(), { recipientEmail: `rosa-${people}@example.com` });
const freshLetters = async ({ recipientEmail }: ReleasedVault) =>
  (await app.lettersTo(recipientEmail)).filter(({ kind }) => kind === 'recipient-fresh-link').length;
const requestFresh = ({ token }: ReleasedVault) => app.caller().ask(api.requestFreshLink, { body: { token } });
const linksOf = ({ id }: ReleasedVault) =>
  app.database.select().from(accessVerifications).where(eq(accessVerifications.vaultId, id));
const eventsOf = async (vault: ReleasedVault) => {
  const recorded = app.database.select().from(acts).where(eq(acts.vaultId, vault.id));
  return (await recorded).map(({ event }) => event);
};

test('a link is valid until its last moment; after that every step with it is refused and changes nothing', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const { token } = vault;
  const [link] = await linksOf(vault);
  const end = link?.expiresAt.getTime() ?? 0;
  expect(end - (link?.createdAt.getTime() ?? 0)).toBe(recipientLinkDays * 86_400_000);
  app.clock.moveTo(new Date(end - 1));
  expect(await caller.ask(api.verifyAccess, { query: { token } })).toEqual({ step: 'email' });
  app.clock.moveTo(new Date(end));
  const body = { token };
  for (const call of [
    prepared(caller, api.verifyAccess, { query: { token } }),
    prepared(caller, api.verifyAccessEmail, { body: { ...body, email: vault.recipientEmail } }),
    prepared(caller, api.sendAccessCode, { body }),
    prepared(caller, api.verifyAccessCode, { body: { ...body, code: 'AAAA-AAAA' } }),
    prepared(caller, api.verifyAccessAnswers, { body: { ...body, answers: questions } }),
  ]) {
    await expectRefused(app.database, 'link-expired', call);
  }
});

test('every step with an unknown or truncated token, or one of an unreleased vault, is refused alike and changes nothing', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const [hidden, strange] = [await newVault(), app.caller()];
  await app.database.update(vaults).set({ status: 'active', releasedAt: null }).where(eq(vaults.id, hidden.id));
  for (const token of ['x', vault.token.slice(0, -1), vault.token.toLowerCase(), hidden.token]) {
    const body = { token };
    for (const call of [
      prepared(strange, api.verifyAccess, { query: { token } }),
      prepared(strange, api.verifyAccessEmail, { body: { ...body, email: vault.recipientEmail } }),
      prepared(strange, api.sendAccessCode, { body }),
      prepared(strange, api.verifyAccessCode, { body: { ...body, code: 'AAAA-AAAA' } }),
      prepared(strange, api.verifyAccessAnswers, { body: { ...body, answers: questions } }),
      prepared(strange, api.requestFreshLink, { body }),
    ]) {
      await expectRefused(app.database, 'link-not-found', call);
    }
  }
  const padded = { token: ` ${vault.token}\n` };
  expect(await strange.ask(api.verifyAccess, { query: padded })).toEqual({ step: 'email' });
});

test('a wrong address is recorded and proves nothing; the right one is recorded only for its link', {
  tags: 'long',
}, async () => {
  const [vault, other] = [await newVault(), await newVault()];
  const caller = app.caller();
  const email = { token: vault.token, email: other.recipientEmail };
  await expectRefused(app.database, 'link-email-refused', prepared(caller, api.verifyAccessEmail, { body: email }));
  expect(caller.cookie()).toBe('');
  expect(await eventsOf(vault)).toContain('email-wrong');
  expect(await eventsOf(vault)).not.toContain('email-verified');
  const { token, recipientEmail } = vault;
  await caller.ask(api.verifyAccessEmail, { body: { token, email: recipientEmail } });
  expect(await eventsOf(vault)).toContain('email-verified');
  expect(await linksOf(vault)).toMatchObject([{ verified: true, securityAnswersProvided: false }]);
  expect(await linksOf(other)).toMatchObject([{ verified: false, securityAnswersProvided: false }]);
});

test('two browsers that answer correctly at the same time both open the vault, and no wrong answer is counted', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const [phone, laptop] = [await atQuestions(app, vault), await atQuestions(app, vault)];
  const body = { token: vault.token, answers: questions };
  const opened = await Promise.all([phone, laptop].map((caller) => caller.ask(api.verifyAccessAnswers, { body })));
  for (const { vault: content } of opened)
    expect(content).toMatchObject({ title: vault.title, message: vault.message });
  const guesses = await app.database.select().from(accessGuesses).where(eq(accessGuesses.vaultId, vault.id));
  expect(guesses).toMatchObject([{ wrongInAll: 0, wrongInRow: 0, rowOf: null, pausedUntil: null }]);
  expect(await linksOf(vault)).toMatchObject([{ verified: true, securityAnswersProvided: true }]);
  expect((await eventsOf(vault)).filter((event) => event === 'answers-right')).toHaveLength(2);
});

test('entering the address again in another tab continues as the same browser and lowers no later proof', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const { token, recipientEmail: email } = vault;
  await caller.ask(api.verifyAccessAnswers, { body: { token, answers: questions } });
  const browserOf = () => decodeURIComponent(caller.cookie()).split('=')[1]?.split('.')[0];
  const before = browserOf();
  await caller.ask(api.verifyAccessEmail, { body: { token, email } });
  expect(browserOf()).toBe(before);
  expect(await caller.ask(api.verifyAccess, { query: { token } })).toMatchObject({ step: 'granted' });
  expect(browserOf()).not.toBe(
    decodeURIComponent((await atQuestions(app, vault)).cookie())
      .split('=')[1]
      ?.split('.')[0],
  );
});

test('a new link is mailed ten minutes after the last one and not earlier, whether or not the old one has expired', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  app.clock.pass({ minutes: freshLinkMinutes, seconds: -1 });
  await requestFresh(vault);
  expect(await freshLetters(vault)).toBe(0);
  app.clock.pass({ seconds: 1 });
  await Promise.all([requestFresh(vault), requestFresh(vault), requestFresh(vault)]);
  expect(await freshLetters(vault)).toBe(1);
  const { link } = await app.lastLetter('recipient-fresh-link', vault.recipientEmail);
  expect(tokenOf(link)).not.toBe(vault.token);
  expect(await app.caller().ask(api.verifyAccess, { query: { token: tokenOf(link) } })).toEqual({ step: 'email' });
});

test('five links a day are mailed, including the first, and another once the oldest is a day old', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  for (let i = 0; i < 8; i += 1) {
    app.clock.pass({ minutes: freshLinkMinutes });
    await requestFresh(vault);
  }
  expect(await freshLetters(vault)).toBe(freshLinksPerDay - 1);
  app.clock.pass({ minutes: 24 * 60 - 8 * freshLinkMinutes, seconds: -1 });
  await requestFresh(vault);
  expect(await freshLetters(vault)).toBe(freshLinksPerDay - 1);
  app.clock.pass({ seconds: 1 });
  await requestFresh(vault);
  expect(await freshLetters(vault)).toBe(freshLinksPerDay);
});

test("nobody can reopen the questions of an unreleased vault, or with a session or code that is not the vault's", {
  tags: 'long',
}, async () => {
  const owner = await newOwner();
  const vault = await paidVault(app, owner, { recipientEmail: `rosa-${people}@example.com` });
  const foreign = await newVault();
  const byOwner = (id: string) => prepared(owner, api.reopenQuestions, { params: { id } });
  const byExecutor = (vaultId: string, accessCode: string) =>
    prepared(app.caller(), api.reopenQuestionsByExecutor, { params: { vaultId }, body: { accessCode } });
  await expectRefused(app.database, 'not-released', byOwner(vault.id));
  await expectRefused(app.database, 'not-released', byExecutor(vault.id, vault.code));
  await expectRefused(app.database, 'vault-not-found', byOwner(foreign.id));
  await expectRefused(app.database, 'vault-not-found', byOwner('not-an-id'));
  await expectRefused(app.database, 'access-code-refused', byExecutor(foreign.id, vault.code));
  await expectRefused(app.database, 'access-code-refused', byExecutor(foreign.id, 'AAAAA-AAAAA-AAAAA-AAAAA'));
});
