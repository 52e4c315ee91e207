// An executor's second address: when it gets the code, which emails go to both, and what a change and its undo do to it.
import { api } from '@remembrance/contract/api.ts';
import { secondAddressSame } from '@remembrance/contract/delivery.ts';
import { executorLettersPerDay } from '@remembrance/contract/limits.ts';
import { ada, another, edda } from '@remembrance/contract/testing/cast.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  draftVault,
  type Owner,
  type PaidVault,
  paidVault,
  release,
  signedIn,
  signInAgain,
} from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { executors, letters, rateLimits, users, vaults } from '../../platform/database/schema.ts';
import { followUpReleases } from '../release/follow-up.ts';
import { limitExecutorLetters } from './limit-executor-letters.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
let owner: Owner;
let first: string;
let second: string;
const nextOwner = async () => {
  owner = await signedIn(app, another(ada, ++people));
  return owner;
};
beforeEach(async () => {
  await nextOwner();
  [first, second] = [`edda-${people}@example.com`, `edda-${people}@work.example.com`];
  // Each test is about letters of its own.
  await app.database.delete(rateLimits);
});

const run = () => followUpReleases(app.services);
async function passing(days: number) {
  app.clock.pass({ days });
  await run();
}
/** Also those that were sent, in the order of their time. */
const kindsTo = async (email: string) =>
  (
    await app.database
      .select({ kind: letters.kind })
      .from(letters)
      .where(eq(letters.recipient, email))
      .orderBy(letters.createdAt, letters.id)
  ).map(({ kind }) => kind);
/** An active vault whose executor has both addresses. */
const vaultWithBoth = (changes: object = {}) =>
  paidVault(app, owner, { executorEmail: first, executorSecondEmail: second, ...changes });
const executorOf = async ({ id }: PaidVault) =>
  (await app.database.select().from(executors).where(eq(executors.vaultId, id)))[0] ?? expect.unreachable();
const paramsOf = async (vault: PaidVault) => ({ id: vault.id, executorId: (await executorOf(vault)).id });
const correct = async (vault: PaidVault, body: object) =>
  owner.ask(api.correctExecutor, {
    params: await paramsOf(vault),
    body: { name: edda.name, email: first, ...body },
  });
const setLetter = (set: Partial<typeof letters.$inferInsert>) =>
  app.database
    .update(letters)
    .set(set)
    .where(and(eq(letters.recipient, first), eq(letters.kind, 'executor-code')));
const tokenOf = async (email: string) =>
  new URL((await app.lastLetter('executor-code', email)).confirmLink ?? '').hash.slice(1);
const undo = async () => {
  const { link } = await app.lastLetter('owner-change', owner.email);
  const body = { token: new URL(link).hash.slice(1), putBack: true };
  return app.caller().ask(api.undoOwnerChange, { body });
};

test('EXE-15: a code that nobody confirmed for three days goes to the second address once, with the link of the first email', async () => {
  const vault = await vaultWithBoth();
  await passing(2);
  expect(await kindsTo(second)).toEqual([]);
  await passing(1);
  await passing(30);
  expect(await kindsTo(second)).toEqual(['executor-code']);
  expect(await kindsTo(first)).toEqual(['executor-code']);
  const [one, other] = [await app.lastLetter('executor-code', first), await app.lastLetter('executor-code', second)];
  expect(other).toEqual({ ...one, isSecond: true });
  await app.caller().ask(api.confirmExecutor, { body: { token: await tokenOf(second) } });
  expect((await executorOf(vault)).confirmedAt).toEqual(app.clock.now());
  expect((await release(app, { ...vault, code: other.code })).status).toBe('released');
});

test.each([
  ['is in doubt', { status: 'sent', doubt: 'mailbox-full' } as const],
  ['was given up', { status: 'failed' } as const],
])('EXE-15: the second address gets the code at once if the first email %s', async (_, set) => {
  await vaultWithBoth();
  await run();
  expect(await kindsTo(second)).toEqual([]);
  await setLetter(set);
  await run();
  expect(await kindsTo(second)).toEqual(['executor-code']);
});

test('two concurrent runs send one email, and the activity of the vault names it once', async () => {
  const { id } = await vaultWithBoth();
  app.clock.pass({ days: 3 });
  await Promise.all([run(), run()]);
  expect(await kindsTo(second)).toEqual(['executor-code']);
  await signInAgain(owner, app);
  const { lines } = await owner.ask(api.listActivity, { params: { id }, query: {} });
  expect(lines.filter(({ event }) => event === 'code-sent-to-second')).toHaveLength(1);
});

test('an executor who confirmed or used the code, was removed, or whose vault is a draft or deleted gets no second email', async () => {
  await vaultWithBoth();
  await app.caller().ask(api.confirmExecutor, { body: { token: await tokenOf(first) } });
  const [used, removed, draft, gone] = ['used', 'removed', 'draft', 'gone'].map((what) => `${what}-${second}`);
  await nextOwner();
  const { code, id } = await vaultWithBoth({ executorSecondEmail: used });
  await app.caller().ask(api.verifyExecutor, { body: { accessCode: code } });
  const emil = { name: 'Emil', email: `emil-${first}`, secondEmail: removed };
  await owner.ask(api.addExecutor, { params: { id }, body: emil });
  await undo();
  await draftVault(await nextOwner(), { executorEmail: first, executorSecondEmail: draft });
  await nextOwner();
  const deleted = await vaultWithBoth({ executorSecondEmail: gone });
  await owner.ask(api.deleteVault, { params: { id: deleted.id } });
  await passing(4);
  for (const email of [second, used, draft, gone]) expect(await kindsTo(email ?? ''), email).toEqual([]);
  expect(await kindsTo(removed ?? '')).toEqual(['executor-replaced']);
});

test('a code of a released vault, of a suspended owner or of one who is leaving is not sent to the second address', async () => {
  const { id } = await vaultWithBoth();
  const released = { status: 'released', releasedAt: app.clock.now() } as const;
  await app.database.update(vaults).set(released).where(eq(vaults.id, id));
  await nextOwner();
  await vaultWithBoth();
  await app.database.update(users).set({ suspendedAt: app.clock.now() }).where(eq(users.id, owner.id));
  await nextOwner();
  await vaultWithBoth();
  await owner.ask(api.deleteAccount);
  await passing(4);
  expect(await kindsTo(second)).toEqual([]);
});

test('a code that was replaced is not sent to the second address, and the new one goes there after its own three days', async () => {
  const vault = await vaultWithBoth();
  await app.sendLetters();
  await passing(3);
  await signInAgain(owner, app);
  await owner.ask(api.reissueCode, { params: await paramsOf(vault) });
  await app.sendLetters();
  const ended = await app.database.select().from(letters).where(eq(letters.recipient, second));
  expect(ended).toMatchObject([{ status: 'failed' }]);
  await passing(2);
  expect(await kindsTo(second)).toHaveLength(1);
  await passing(1);
  const { code, card, replacesEarlier } = await app.lastLetter('executor-code', second);
  expect({ card, replacesEarlier }).toMatchObject({ card: { number: 2 }, replacesEarlier: false });
  expect((await release(app, { ...vault, code })).status).toBe('released');
});

test('a second address that has an earlier code learns that it no longer works', async () => {
  const vault = await vaultWithBoth();
  await passing(3);
  await app.sendLetters();
  app.clock.pass({ minutes: 1 });
  await signInAgain(owner, app);
  await owner.ask(api.reissueCode, { params: await paramsOf(vault) });
  await passing(3);
  expect(await app.lastLetter('executor-code', second)).toMatchObject({ replacesEarlier: true });
});

test.each([
  ['removed', () => ''],
  ['changed', () => `edda-${people}@home.example.com`],
])('EXE-17: a second address that was sent the code and is %s keeps no valid code', async (_, other) => {
  const vault = await vaultWithBoth();
  await passing(3);
  const { code } = await app.lastLetter('executor-code', second);
  await app.sendLetters();
  app.clock.pass({ minutes: 1 });
  await signInAgain(owner, app);
  const corrected = await correct(vault, { secondEmail: other() });
  expect(corrected).toMatchObject({ codeSentAt: app.clock.now().toISOString(), confirmedAt: null });
  const refused = await app.caller().refused(api.verifyExecutor, { body: { accessCode: code } });
  expect(refused).toMatchObject({ code: 'access-code-refused' });
  const renewed = await app.lastLetter('executor-code', first);
  expect(renewed).toMatchObject({ replacesEarlier: true, card: { number: 2 } });
  expect(await kindsTo(second)).toEqual(['executor-code']);
  await passing(3);
  if (other()) expect(await kindsTo(other())).toEqual(['executor-code']);
  expect((await release(app, { ...vault, code: renewed.code })).status).toBe('released');
});

test('EXE-17: the undo of a second address ends the code, which a lost code may have brought there', async () => {
  const vault = await vaultWithBoth({ executorSecondEmail: '' });
  await correct(vault, { secondEmail: second });
  const { link } = await app.lastLetter('owner-change', owner.email);
  await app.caller().ask(api.sendAgain, { body: { email: first } });
  expect(await kindsTo(second)).toEqual(['executor-code-again']);
  const before = await executorOf(vault);
  await app.caller().ask(api.undoOwnerChange, { body: { token: new URL(link).hash.slice(1), putBack: true } });
  const after = await executorOf(vault);
  expect(after).toMatchObject({ secondEmail: null, codeNumber: before.codeNumber + 1 });
  expect(after.accessCode).not.toBe(before.accessCode);
});

test('a waiting email with the code is not sent to a second address that was removed', async () => {
  const vault = await vaultWithBoth();
  await passing(3);
  await signInAgain(owner, app);
  await correct(vault, { secondEmail: '' });
  await app.sendLetters();
  expect(await app.database.select().from(letters).where(eq(letters.recipient, second))).toMatchObject([
    { status: 'failed', acceptedBy: null },
  ]);
});

test('a code of version 1.0.0 goes to the second address without the link, which cannot be derived again', async () => {
  const vault = await vaultWithBoth();
  await app.database
    .update(executors)
    .set({ confirmToken: 'of-another-source' })
    .where(eq(executors.vaultId, vault.id));
  await passing(3);
  const letter = await app.lastLetter('executor-code', second);
  expect(letter).toMatchObject({ code: vault.code });
  expect(letter).not.toHaveProperty('confirmLink');
});

test('a second address that is added is a reported change that keeps the code and the confirmation', async () => {
  const vault = await vaultWithBoth({ executorSecondEmail: '' });
  await app.caller().ask(api.confirmExecutor, { body: { token: await tokenOf(first) } });
  const before = await executorOf(vault);
  const other = `edda-${people}@home.example.com`;
  expect(await correct(vault, { secondEmail: other })).toMatchObject({ secondEmail: other });
  expect(await executorOf(vault)).toEqual({ ...before, secondEmail: other });
  expect(await app.lastLetter('owner-change', owner.email)).toMatchObject({
    kind: 'executor',
    before: `${edda.name} (${first})`,
    after: `${edda.name} (${first}, second address ${other})`,
  });
  expect(await kindsTo(first)).toEqual(['executor-code']);
  await correct(vault, { name: 'Edda K' });
  expect(await executorOf(vault)).toMatchObject({ name: 'Edda K', secondEmail: other });
});

test('the undo of a second address that was removed restores it, and the code stays the new one', async () => {
  const vault = await vaultWithBoth();
  await correct(vault, { secondEmail: '' });
  const { codeNumber } = await executorOf(vault);
  await undo();
  expect(await executorOf(vault)).toMatchObject({ secondEmail: second, codeNumber });
});

test('EXE-17: a limit of the day does not keep an owner from taking a second address away', async () => {
  const strict = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const by = await signedIn(strict, another(ada, 1));
    const { id } = await paidVault(strict, by, { executorSecondEmail: second });
    const [named] = await by.ask(api.listExecutors, { params: { id } });
    for (let taken = 1; taken < executorLettersPerDay.ofOwner; taken += 1)
      await limitExecutorLetters(strict.services, { ownerId: by.id, email: null });
    const params = { id, executorId: named?.id ?? '' };
    const body = { name: edda.name, email: edda.email, secondEmail: '' };
    expect(await by.refused(api.reissueCode, { params })).toMatchObject({ code: 'letter-limit-reached' });
    expect(await by.ask(api.correctExecutor, { params, body })).toMatchObject({ secondEmail: null });
  } finally {
    await strict.close();
  }
});

test('another first address does not keep the second, unless it is given again, and an undo brings both back', async () => {
  const vault = await vaultWithBoth();
  const [emil, both] = [`emil-${people}@example.com`, { email: second, secondEmail: first }];
  await correct(vault, { email: emil });
  expect(await executorOf(vault)).toMatchObject({ email: emil, secondEmail: null });
  expect(await kindsTo(second)).toEqual(['executor-replaced']);
  await undo();
  expect(await executorOf(vault)).toMatchObject({ email: first, secondEmail: second });
  await signInAgain(owner, app);
  await correct(vault, both);
  expect(await executorOf(vault)).toMatchObject(both);
  // An address that they keep gets no email that they are no longer the executor.
  for (const email of [first, second])
    expect((await kindsTo(email)).filter((kind) => kind === 'executor-replaced')).toHaveLength(1);
});

test('a second address is not the first', async () => {
  const vault = await vaultWithBoth({ executorSecondEmail: '' });
  const body = { name: edda.name, email: first, secondEmail: first.toUpperCase() };
  const refusal = { code: 'invalid-input', fields: { secondEmail: secondAddressSame } };
  const params = await paramsOf(vault);
  expect(await owner.refused(api.correctExecutor, { params, body })).toMatchObject(refusal);
  expect(await owner.refused(api.addExecutor, { params: { id: vault.id }, body })).toMatchObject(refusal);
});

test('a second address counts as a letter of its owner when it is named', async () => {
  const strict = await openTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const by = await signedIn(strict, another(ada, 1));
    const { id } = await paidVault(strict, by);
    const [named] = await by.ask(api.listExecutors, { params: { id } });
    const params = { id, executorId: named?.id ?? '' };
    const refused = [];
    for (let given = 0; given < executorLettersPerDay.ofOwner; given += 1) {
      const body = { name: edda.name, email: edda.email, secondEmail: `stranger-${given % 2}@example.com` };
      const answer = await by.call(api.correctExecutor, { params, body });
      if (answer.statusCode !== 200) refused.push(answer.json().code);
    }
    expect(refused).toEqual(['letter-limit-reached']); // the form of the vault was counted too
  } finally {
    await strict.close();
  }
});

test('LOST-1: either address gets a lost code again at both, and ten minutes count for the executor', async () => {
  const { code } = await vaultWithBoth();
  const again = (email: string) => app.caller().ask(api.sendAgain, { body: { email } });
  await again(second.toUpperCase());
  await again(first);
  for (const email of [first, second]) {
    expect((await kindsTo(email)).filter((kind) => kind === 'executor-code-again')).toHaveLength(1);
    expect(await app.lastLetter('executor-code-again', email)).toMatchObject({ code });
  }
});

test("the answers of the recipient's questions contain no second address", async () => {
  const { id } = await vaultWithBoth({ recipientSecondEmail: `rosa-${people}@work.example.com` });
  const [question] = await owner.ask(api.listQuestions, { params: { id } });
  for (const answer of [second, `rosa-${people}@work.example.com`]) {
    const questions = [{ id: question?.id ?? '', question: question?.question ?? '', answers: [answer] }];
    expect(await owner.refused(api.editVault, { params: { id }, body: { questions } })).toMatchObject({
      code: 'invalid-input',
    });
  }
});
