// The yearly emails: who gets them and when, the three answers of an executor, and the new code that the owner agrees to.
import { api } from '@remembrance/contract/api.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../../../testing/expect-refused.ts';
import { type Owner, paidVault, release, signedIn, signInAgain } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { acts, executors, letters, rateLimits, users, vaultKeys } from '../../platform/database/schema.ts';
import { runYearly } from './run-yearly.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
let owner: Owner;
let vault: Awaited<ReturnType<typeof paidVault>>;
let executorEmail: string;
beforeEach(async () => {
  owner = await signedIn(app, another(ada, ++people));
  executorEmail = `edda${people}@example.com`;
  vault = await paidVault(app, owner, { executorEmail });
});

const run = () => runYearly(app.services);
async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    app.clock.pass({ days: 1 });
    await app.services.clockWatch.trustedNow();
  }
}
const choose = (yearly: boolean) =>
  owner.ask(api.chooseCheckIn, { body: { months: null, pausedUntil: null, vaultIds: [], yearly } });
const kinds = async (email: string) => {
  const rows = await app.database
    .select({ kind: letters.kind })
    .from(letters)
    .where(eq(letters.recipient, email))
    .orderBy(letters.createdAt);
  return rows.map(({ kind }) => kind).filter((kind) => /yearly|wanted|executor-code/.test(kind));
};
const fragmentOf = (link: string) => new URL(link).hash.slice(1);
const executor = async () =>
  (await app.database.select().from(executors).where(eq(executors.vaultId, vault.id)))[0] ?? expect.fail();
const answer = (token: string, given: 'have-it' | 'send-new' | 'stop-asking') =>
  app.caller().ask(api.answerYearly, { body: { token, answer: given } });
const refused = (code: RefusalCode, call: () => Promise<LightMyRequestResponse>) =>
  expectRefused(app.database, code, call, ['rate_limits']);

/** The token of the executor's yearly email. */
async function asked(): Promise<string> {
  await choose(true);
  await pass(366);
  await run();
  return fragmentOf((await app.lastLetter('executor-yearly', executorEmail)).link);
}

test('YEAR-1: without the owner’s choice nobody gets a yearly email', async () => {
  await pass(400);
  await run();
  expect(await kinds(owner.email)).toEqual([]);
  expect(await kinds(executorEmail)).toEqual(['executor-code']);
});

test('YEAR-1: the owner and each executor get one email a year, even from two processes or after a downtime of years', async () => {
  await choose(true);
  await run();
  expect(await kinds(owner.email)).toEqual(['yearly-review']);
  expect(await kinds(executorEmail)).toEqual(['executor-code']);
  await pass(366);
  await Promise.all([run(), run()]);
  expect(await kinds(owner.email)).toEqual(Array(2).fill('yearly-review'));
  expect(await kinds(executorEmail)).toEqual(['executor-code', 'executor-yearly']);
  await pass(1000);
  await run();
  await run();
  expect(await kinds(owner.email)).toHaveLength(3);
  expect(await kinds(executorEmail)).toHaveLength(3);
  await signInAgain(owner);
  await choose(false);
  await pass(400);
  await run();
  expect(await kinds(executorEmail)).toHaveLength(3);
});

test('the email to the owner names the vault, its recipient and executor, and can be turned off on its own', async () => {
  await choose(true);
  await run();
  expect(await app.lastLetter('yearly-review', owner.email)).toMatchObject({
    left: 0,
    vaults: [
      {
        vaultTitle: vault.title,
        recipientEmail: vault.recipientEmail,
        executors: [{ executorEmail, confirmedAt: null }],
        link: `${app.services.publicUrl}/vault/${vault.id}`,
      },
    ],
  });
  await owner.ask(api.chooseLetters, { body: { refused: ['yearly-review'] } });
  await pass(366);
  await run();
  expect(await kinds(owner.email)).toEqual(['yearly-review']);
  expect(await kinds(executorEmail)).toContain('executor-yearly');
});

test('we ask an executor of several vaults about one of them at a time', async () => {
  const other = await signedIn(app, another(ada, ++people));
  await paidVault(app, other, { executorEmail });
  for (const each of [owner, other])
    await each.ask(api.chooseCheckIn, { body: { months: null, pausedUntil: null, vaultIds: [], yearly: true } });
  await pass(366);
  await run();
  await run();
  const count = async () => (await kinds(executorEmail)).filter((kind) => kind === 'executor-yearly').length;
  expect(await count()).toBe(1);
  await pass(4);
  await run();
  expect(await count()).toBe(2);
});

test('nobody is asked about a released vault, or while the account is suspended', async () => {
  await choose(true);
  await app.database.update(users).set({ suspendedAt: app.clock.now() }).where(eq(users.id, owner.id));
  await pass(366);
  await run();
  expect(await kinds(executorEmail)).not.toContain('executor-yearly');
  await app.database.update(users).set({ suspendedAt: null }).where(eq(users.id, owner.id));
  await release(app, vault);
  await run();
  expect(await kinds(executorEmail)).not.toContain('executor-yearly');
});

test('YEAR-2: “I have it” is shown to the owner with its day, and once for two presses', async () => {
  const token = await asked();
  await Promise.all([answer(token, 'have-it'), answer(token, 'have-it')]);
  expect((await executor()).confirmedAt).toEqual(app.clock.now());
  const recorded = await app.database.select().from(acts).where(eq(acts.vaultId, vault.id));
  expect(recorded.filter(({ event }) => event === 'executor-confirmed')).toHaveLength(1);
});

test('YEAR-2: “send me a new one” renews nothing until the owner agrees, and two presses of the owner send one code', async () => {
  const token = await asked();
  const before = await executor();
  await Promise.all([answer(token, 'send-new'), answer(token, 'send-new')]);
  expect((await executor()).accessCode).toBe(before.accessCode);
  expect((await kinds(owner.email)).filter((kind) => kind === 'executor-code-wanted')).toHaveLength(1);
  const { link } = await app.lastLetter('executor-code-wanted', owner.email);
  const agree = () => app.caller().call(api.sendWantedCode, { body: { token: fragmentOf(link) } });
  const answers = await Promise.all([agree(), agree()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  const after = await executor();
  expect(after.codeNumber).toBe(before.codeNumber + 1);
  expect(await app.lastLetter('executor-code', executorEmail)).toMatchObject({ replacesEarlier: true });
  expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({ kind: 'executor-code' });
  await refused('wanted-code-link-unknown', agree);
  // The link of the yearly email was about the previous code.
  await refused('yearly-link-unknown', () =>
    app.caller().call(api.answerYearly, { body: { token, answer: 'have-it' } }),
  );
});

test('YEAR-2: “do not ask me again” lasts, until another person is the executor', async () => {
  const token = await asked();
  await answer(token, 'stop-asking');
  await pass(400);
  await run();
  expect((await kinds(executorEmail)).filter((kind) => kind === 'executor-yearly')).toHaveLength(1);
  const { id } = await executor();
  await signInAgain(owner);
  const params = { id: vault.id, executorId: id };
  await owner.ask(api.correctExecutor, { params, body: { name: 'Emil', email: `emil${people}@example.com` } });
  expect((await executor()).refusesYearly).toBe(false);
});

test('a new code that cannot be made or sent now leaves the link as it is', async () => {
  const token = await asked();
  await answer(token, 'send-new');
  const { link } = await app.lastLetter('executor-code-wanted', owner.email);
  const agree = () => app.caller().call(api.sendWantedCode, { body: { token: fragmentOf(link) } });
  const key = app.services.keyring.digest('rate-limit', `executor letters of ${owner.id}`);
  const windowEndsAt = new Date(app.clock.now().getTime() + 86_400_000);
  const full = { tries: 1_000_000, windowEndsAt };
  await app.database
    .insert(rateLimits)
    .values({ key, ...full })
    .onConflictDoUpdate({ target: rateLimits.key, set: full });
  await refused('letter-limit-reached', agree);
  await app.database.delete(rateLimits).where(eq(rateLimits.key, key));
  const [stored] = await app.database.select().from(vaultKeys).where(eq(vaultKeys.vaultId, vault.id));
  const setKey = (wrappedKey: string) =>
    app.database.update(vaultKeys).set({ wrappedKey }).where(eq(vaultKeys.vaultId, vault.id));
  await setKey('damaged');
  expect((await agree()).json()).toMatchObject({ code: 'vault-unreadable' });
  await setKey(stored?.wrappedKey ?? '');
  expect((await agree()).statusCode).toBe(200);
});

test('a link to a new code works for thirty days, and not for a vault that was released since', async () => {
  const token = await asked();
  await answer(token, 'send-new');
  const { link } = await app.lastLetter('executor-code-wanted', owner.email);
  const agree = () => app.caller().call(api.sendWantedCode, { body: { token: fragmentOf(link) } });
  await app.database.update(users).set({ deletedAt: app.clock.now() }).where(eq(users.id, owner.id));
  await refused('wanted-code-link-unknown', agree);
  await app.database.update(users).set({ deletedAt: null }).where(eq(users.id, owner.id));
  await release(app, vault);
  await refused('wanted-code-link-unknown', agree);
  app.clock.pass({ days: 31 });
  await refused('wanted-code-link-unknown', agree);
});
