// The check-in with the database: whom we ask and when, how they answer, what follows without an answer, and what a choice needs.
import { api } from '@remembrance/contract/api.ts';
import type { RefusalCode } from '@remembrance/contract/refusals.ts';
import { ada, another } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../../../testing/expect-refused.ts';
import { type Owner, otherBrowser, paidVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { acts, letters, users, vaults } from '../../platform/database/schema.ts';
import { runCheckIns } from './run-check-ins.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
let owner: Owner;
let vaultId: string;
let executorEmail: string;
beforeEach(async () => {
  owner = await signedIn(app, another(ada, ++people));
  executorEmail = `edda${people}@example.com`;
  ({ id: vaultId } = await paidVault(app, owner, { executorEmail }));
});

const run = () => runCheckIns(app.services);
/** Lets days pass as a running service sees them: its clock stays trusted. */
async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    app.clock.pass({ days: 1 });
    await app.services.clockWatch.trustedNow();
  }
}
const choose = (changes: object = {}, by: Owner = owner) =>
  by.ask(api.chooseCheckIn, {
    body: { months: 1, pausedUntil: null, vaultIds: [vaultId], yearly: false, ...changes },
  });
const kinds = async (email: string) =>
  (
    await app.database
      .select({ kind: letters.kind })
      .from(letters)
      .where(eq(letters.recipient, email))
      .orderBy(letters.createdAt)
  )
    .map(({ kind }) => kind)
    .filter((kind) => /check-in/.test(kind));
const row = async () => (await app.database.select().from(users).where(eq(users.id, owner.id)))[0];
const token = async () => new URL((await app.lastLetter('check-in', owner.email)).link).hash.slice(1);
const refused = (code: RefusalCode, call: () => Promise<LightMyRequestResponse>) =>
  expectRefused(app.database, code, call, ['rate_limits']);
const answer = (link: string) => app.caller().ask(api.answerCheckIn, { body: { token: link } });

/** Asks as often as wanted, each email sent, ten days apart. @returns the token of the round */
async function silent(emails: number): Promise<string> {
  await pass(32);
  let link = '';
  for (let sent = 0; sent < emails; sent += 1) {
    await run();
    link ||= await token();
    await app.sendLetters();
    await pass(10);
  }
  return link;
}

test('an owner whose check-in fails keeps no other from being asked, and is asked by the next run', async () => {
  await choose();
  const other = await signedIn(app, another(ada, ++people));
  const { id } = await paidVault(app, other, { executorEmail: `edda${people}@example.com` });
  await choose({ vaultIds: [id] }, other);
  await pass(32);
  let labels = 0;
  const label = () => {
    labels += 1;
    if (labels === 1) throw new Error('one account is broken');
    return app.services.keyring.label();
  };
  const failed: string[] = [];
  const onFailure = (ownerId: string) => void failed.push(ownerId);
  await runCheckIns({ ...app.services, keyring: { ...app.services.keyring, label } }, { onFailure });
  expect(failed).toHaveLength(1);
  expect([...(await kinds(owner.email)), ...(await kinds(other.email))]).toContain('check-in');
  await run();
  for (const { email } of [owner, other]) expect(await kinds(email)).toEqual(['check-in']);
});

test('an owner who did not choose the check-in is never asked, and one who did is asked after the chosen time', async () => {
  await pass(400);
  await run();
  expect(await kinds(owner.email)).toEqual([]);
});

test('CHECK-1: the executors are asked once, after four emails ten days apart, and nothing is released', async () => {
  await choose();
  await silent(4);
  expect(await kinds(owner.email)).toEqual(Array(4).fill('check-in'));
  expect(await kinds(executorEmail)).toEqual([]);
  await Promise.all([run(), run()]);
  await run();
  expect(await kinds(executorEmail)).toEqual(['executor-check-in']);
  expect(await kinds(owner.email)).toEqual(Array(5).fill('check-in'));
  expect(await app.lastLetter('check-in', owner.email)).toMatchObject({ stage: 'over', vaults: 1 });
  const [vault] = await app.database.select().from(vaults).where(eq(vaults.id, vaultId));
  expect(vault?.status).toBe('active');
  const { lines } = await (await signInAnew()).ask(api.listActivity, { params: { id: vaultId }, query: {} });
  expect(lines.map(({ event }) => event)).toContain('executors-asked');
});

const signInAnew = () => otherBrowser(app, owner);

test('CHECK-1: a round stops while its emails do not leave, and an email that is given up begins another round a month later', async () => {
  await choose();
  await pass(32);
  await run();
  await pass(100);
  await run();
  expect(await kinds(owner.email)).toEqual(['check-in']);
  await app.database.update(letters).set({ status: 'failed' }).where(eq(letters.kind, 'check-in'));
  await run();
  expect(await row()).toMatchObject({ checkInRoundAt: null, checkInStep: 0 });
  await pass(31);
  await run();
  expect(await kinds(owner.email)).toEqual(['check-in', 'check-in']);
  expect(await kinds(executorEmail)).toEqual([]);
});

test('after a long downtime the reminders keep their distances', async () => {
  await choose();
  await pass(32);
  await run();
  await app.sendLetters();
  await pass(100);
  for (let times = 0; times < 3; times += 1) await run();
  expect(await kinds(owner.email)).toEqual(['check-in', 'check-in']);
  await app.sendLetters();
  await run();
  expect(await kinds(owner.email)).toEqual(['check-in', 'check-in']);
});

test('CHECK-1: while the clock is not trusted nobody is asked, so a clock that jumps ahead shortens no round', async () => {
  await choose();
  await app.services.clockWatch.trustedNow();
  app.clock.set({ days: 400 });
  await run();
  expect(await kinds(owner.email)).toEqual([]);
  app.clock.set({ days: -400 });
  await app.services.clockWatch.trustedNow();
});

test('CHECK-2: one press answers, two concurrent presses count once, and a later press is thanked', async () => {
  await choose();
  const link = await silent(2);
  expect(await app.lastLetter('check-in', owner.email).catch(() => null)).toBeNull(); // every email has left
  const answers = await Promise.all([answer(link), answer(link)]);
  expect(answers.map(({ isNew }) => isNew).toSorted()).toEqual([false, true]);
  expect(answers[0]?.nextAt).toBe(answers[1]?.nextAt);
  expect(await answer(link)).toMatchObject({ isNew: false });
  expect(await row()).toMatchObject({ checkInRoundAt: null, checkInSilentAt: null });
  await pass(27);
  await run();
  expect(await kinds(owner.email)).toHaveLength(2);
  await pass(5);
  await run();
  expect(await kinds(owner.email)).toHaveLength(3);
  const [next, stale] = [await token(), link];
  expect(next).not.toBe(stale);
  await refused('check-in-link-unknown', () => app.caller().call(api.answerCheckIn, { body: { token: stale } }));
});

test('CHECK-2: signing in answers, and executors who were asked are notified', async () => {
  await choose();
  await silent(4);
  await run();
  app.clock.pass({ minutes: 1 });
  await signInAnew();
  await run();
  expect(await kinds(executorEmail)).toEqual(['executor-check-in', 'executor-check-in-over']);
  expect(await row()).toMatchObject({ checkInRoundAt: null, checkInSilentAt: null });
  const answered = await app.database.select().from(acts).where(eq(acts.vaultId, vaultId));
  expect(answered.map(({ event }) => event)).toContain('check-in-answered');
});

test('CHECK-2: an answer that races with the question to the executors ends legally, with all emails or none', async () => {
  await choose();
  const link = await silent(4);
  app.clock.pass({ seconds: 1 });
  const answers = await Promise.all([run(), answer(link), run(), answer(link)]);
  expect([answers[1].isNew, answers[3].isNew].filter(Boolean).length).toBe(1);
  await run();
  expect(await row()).toMatchObject({ checkInRoundAt: null, checkInSilentAt: null });
  expect([[], ['executor-check-in', 'executor-check-in-over']]).toContainEqual(await kinds(executorEmail));
});

test('a read-only token of a program is no sign of its owner', async () => {
  await choose();
  const { token: secret } = await owner.ask(api.createToken, { body: { name: 'Backup' } });
  await pass(32);
  await app.app.inject({ url: '/api/vaults', headers: { authorization: `Bearer ${secret}` } });
  await run();
  expect(await kinds(owner.email)).toEqual(['check-in']);
});

test('an owner whose account is suspended or about to be deleted is not asked', async () => {
  await choose();
  await pass(32);
  for (const state of [{ suspendedAt: app.clock.now() }, { deletedAt: app.clock.now(), suspendedAt: null }]) {
    await app.database.update(users).set(state).where(eq(users.id, owner.id));
    await run();
  }
  expect(await kinds(owner.email)).toEqual([]);
  await app.database.update(users).set({ deletedAt: null }).where(eq(users.id, owner.id));
});

test('only the executors of chosen vaults are asked', async () => {
  await choose({ vaultIds: [] });
  await silent(4);
  await run();
  expect(await kinds(executorEmail)).toEqual([]);
  expect(await kinds(owner.email)).toHaveLength(4);
});

test('CHECK-3: asking less needs a proof, is reported, and its link restores it', async () => {
  await choose();
  app.clock.pass({ minutes: 20 });
  const body = { months: null, pausedUntil: null, vaultIds: [], yearly: false };
  await refused('proof-needed', () => owner.call(api.chooseCheckIn, { body }));
  await choose({ months: 1, yearly: true }); // asks no less
  await owner.ask(api.proveByPassword, { body: { password: owner.password } });
  expect(await owner.ask(api.chooseCheckIn, { body })).toMatchObject({ months: null, nextAt: null });
  const { link, kind, after } = await app.lastLetter('owner-change', owner.email);
  expect([kind, after]).toEqual(['check-in', 'off']);
  const undo = { token: new URL(link).hash.slice(1), putBack: true };
  expect(await app.caller().ask(api.undoOwnerChange, { body: undo })).toEqual({ isPutBack: true });
  expect(await row()).toMatchObject({ checkInMonths: 1 });
  const [vault] = await app.database.select().from(vaults).where(eq(vaults.id, vaultId));
  expect(vault?.checkIn).toBe('ask-executors');
});

test('a pause ends in the next twelve months, and nobody is asked during it', async () => {
  const at = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
  for (const pausedUntil of [at(0), at(-1), at(367)])
    await refused('pause-not-possible', () =>
      owner.call(api.chooseCheckIn, { body: { months: 1, pausedUntil, vaultIds: [], yearly: false } }),
    );
  await choose({ pausedUntil: at(100) });
  await pass(99);
  await run();
  expect(await kinds(owner.email)).toEqual([]);
  await pass(2);
  await run();
  expect(await kinds(owner.email)).toEqual(['check-in']);
});

test("somebody else's vault cannot be chosen", async () => {
  const stranger = await signedIn(app, another(ada, ++people));
  for (const id of [vaultId, 'nonsense'])
    await refused('vault-not-found', () =>
      stranger.call(api.chooseCheckIn, { body: { months: 1, pausedUntil: null, vaultIds: [id], yearly: false } }),
    );
});

test('CHECK-2: while a new address can be undone, only the previous one gets the link that answers', async () => {
  await choose();
  await pass(32);
  const until = new Date(app.clock.now().getTime() + 86_400_000);
  const earlierEmail = `before-${owner.email}`;
  await app.database.update(users).set({ earlierEmail, earlierEmailUntil: until }).where(eq(users.id, owner.id));
  await run();
  expect(await app.lastLetter('check-in', earlierEmail)).toMatchObject({ hasLink: true });
  const { link, hasLink } = await app.lastLetter('check-in', owner.email);
  expect([hasLink, link]).toEqual([false, `${app.services.publicUrl}/check-in`]);
});
