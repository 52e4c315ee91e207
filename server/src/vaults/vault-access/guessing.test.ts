// Guessing the answers: strangers can't close a vault to its recipient, the recipient can always continue, and the promised
// maximum of guesses is never exceeded, however the questions are reopened.
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers, mailedCode } from '@remembrance/contract/limits.ts';
import { ada, another, questions, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import {
  answerWrongly,
  atQuestions,
  type Owner,
  proveMailbox,
  type ReleasedVault,
  recipientOf,
  releasedVault,
  signedIn,
  signInAgain,
  tokenOf,
} from '../../../testing/people.ts';
import { runCommand } from '../../../testing/run-admin-command.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { commands } from '../../commands/admin/command-words.ts';
import { accessCodes, accessGuesses } from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/lib/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
const newOwner = () => signedIn(app, another(ada, ++people));
const newVault = async () => releasedVault(app, await newOwner(), { recipientEmail: `rosa-${people}@example.com` });
const guessesOf = async ({ id }: ReleasedVault) =>
  (await app.database.select().from(accessGuesses).where(eq(accessGuesses.vaultId, id)))[0];
const answer = (caller: Caller, vault: ReleasedVault, answers: typeof questions) =>
  caller.call(api.verifyAccessAnswers, { body: { token: vault.token, answers } });
const sendCode = (caller: Caller, { token }: ReleasedVault) => caller.ask(api.sendAccessCode, { body: { token } });
const codesTo = async ({ recipientEmail }: ReleasedVault) =>
  (await app.lettersTo(recipientEmail)).filter(({ kind }) => kind === 'recipient-code');

/** Answers wrongly through every pause until the questions are closed. Returns how many answers were compared. */
async function answerUntilLocked(vault: ReleasedVault): Promise<number> {
  const compared = vi.spyOn(app.services.answerHash, 'matchesAny');
  let recipient = await atQuestions(app, vault);
  for (let tries = 0; tries < 500; tries += 1) {
    const { code } = (await answer(recipient, vault, wrongAnswers)).json();
    if (code === 'answers-locked') break;
    if (code === 'answers-paused') app.clock.pass({ days: 1 });
    if (code === 'answers-paused' || code === 'email-step-first') recipient = await atQuestions(app, vault);
    if (code === 'mailbox-code-first') await proveMailbox(app, recipient, vault);
  }
  const calls = compared.mock.calls.length / questions.length;
  compared.mockRestore();
  return calls;
}

test("GUESS-3: a person with only the link, or with the link and the address, can't close the vault to its recipient", async () => {
  const vault = await newVault();
  for (let i = 0; i < 60; i += 1) {
    const body = { token: vault.token, email: 'stranger@example.com' };
    expect(await app.caller().refused(api.verifyAccessEmail, { body })).toMatchObject({ code: 'link-email-refused' });
  }
  for (let i = 0; i < 20; i += 1) await answer(await atQuestions(app, vault), vault, wrongAnswers);
  expect(await guessesOf(vault)).toMatchObject({ wrongInAll: afterWrongAnswers.withoutCode, pausedUntil: null });
  expect(await recipientOf(app, vault)).toMatchObject({ content: { vault: { title: vault.title } } });
});

test('GUESS-2: five wrong answers in a row pause the questions for 15 minutes, and the recipient sees when to try again', async () => {
  const vault = await newVault();
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  await proveMailbox(app, recipient, vault);
  expect((await answer(recipient, vault, wrongAnswers)).json()).not.toHaveProperty('retryAt');
  const fifth = (await answer(recipient, vault, wrongAnswers)).json();
  expect(fifth).toMatchObject({ status: 403, retryAt: new Date(app.clock.now().getTime() + 900_000).toISOString() });
  expect((await answer(recipient, vault, questions)).json()).toMatchObject({ status: 429, retryAt: fifth.retryAt });
  const query = { token: vault.token };
  expect(await recipient.ask(api.verifyAccess, { query })).toMatchObject({ pausedUntil: fifth.retryAt });
  expect(await app.lastLetter('questions-paused', vault.recipientEmail)).toMatchObject({ pauseMinutes: 15 });
  app.clock.pass({ minutes: 15 });
  expect((await answer(recipient, vault, questions)).statusCode).toBe(200);
});

test('after three wrong answers a mailbox code is required, in the browser that requested it', async () => {
  const vault = await newVault();
  const recipient = await atQuestions(app, vault);
  expect((await recipient.refused(api.sendAccessCode, { body: { token: vault.token } })).code).toBe(
    'mailbox-code-not-needed',
  );
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  expect((await answer(recipient, vault, questions)).json()).toMatchObject({ code: 'mailbox-code-first' });
  expect(await recipient.ask(api.verifyAccess, { query: { token: vault.token } })).toMatchObject({ step: 'code' });
  const sent = await sendCode(recipient, vault);
  expect(await recipient.ask(api.verifyAccess, { query: { token: vault.token } })).toMatchObject({ code: sent });
  const { code } = await app.lastLetter('recipient-code', vault.recipientEmail);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  const stored = await app.database.select().from(accessCodes).where(eq(accessCodes.vaultId, vault.id));
  expect(JSON.stringify(stored)).not.toContain(code.replace('-', ''));

  const body = { token: vault.token, code: ` ${code.toLowerCase().replace('-', ' – ')} ` };
  const stranger = await atQuestions(app, vault);
  expect((await stranger.refused(api.verifyAccessCode, { body })).code).toBe('mailbox-code-over');
  expect((await app.caller().refused(api.verifyAccessCode, { body })).code).toBe('email-step-first');
  await recipient.ask(api.verifyAccessCode, { body });
  expect((await recipient.refused(api.verifyAccessCode, { body })).code).toBe('mailbox-code-over');
  expect((await answer(stranger, vault, questions)).json()).toMatchObject({ code: 'mailbox-code-first' });
  expect((await answer(recipient, vault, questions)).statusCode).toBe(200);
});

test('GUESS-8: a code is valid for ten minutes and five tries per browser; a stranger’s tries do not count against the recipient', async () => {
  const vault = await newVault();
  const { token } = vault;
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  const stranger = await atQuestions(app, vault);
  await sendCode(stranger, vault);
  for (let i = 0; i < mailedCode.tries; i += 1) {
    const body = { token, code: 'AAAA-AAAA' };
    const isLast = i === mailedCode.tries - 1;
    const refusal = isLast ? 'mailbox-code-over' : 'mailbox-code-refused';
    expect((await stranger.refused(api.verifyAccessCode, { body })).code).toBe(refusal);
  }
  const { code } = await app.lastLetter('recipient-code', vault.recipientEmail);
  expect((await stranger.refused(api.sendAccessCode, { body: { token } })).code).toBe('next-code-waits');
  expect((await stranger.refused(api.verifyAccessCode, { body: { token, code } })).code).toBe('mailbox-code-over');

  // The code in the letter that the stranger caused works for the recipient too.
  await sendCode(recipient, vault);
  expect(await codesTo(vault)).toHaveLength(1);
  app.clock.pass({ minutes: mailedCode.minutes });
  expect((await recipient.refused(api.verifyAccessCode, { body: { token, code } })).code).toBe('mailbox-code-over');
  await proveMailbox(app, recipient, vault);
  expect((await answer(recipient, vault, questions)).statusCode).toBe(200);
});

test('GUESS-8: while a stranger requests codes all day, the recipient can continue at any minute', async () => {
  const vault = await newVault();
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  for (let minute = 0; minute < 60; minute += 1) {
    await sendCode(await atQuestions(app, vault), vault);
    if (minute % 7 === 0) await proveMailbox(app, await atQuestions(app, vault), vault);
    app.clock.pass({ minutes: 1 });
  }
  expect((await codesTo(vault)).length).toBeLessThanOrEqual(8);
});

test('a pause and codes of a clock that was weeks ahead do not make the recipient wait once it is right', async () => {
  const vault = await newVault();
  app.clock.set({ days: 20 });
  let recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  await proveMailbox(app, recipient, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.shortPauseAfter - afterWrongAnswers.withoutCode);
  expect(await guessesOf(vault)).toMatchObject({ pausedUntil: expect.any(Date) });
  app.clock.set({ days: -20 });
  recipient = await atQuestions(app, vault);
  await proveMailbox(app, recipient, vault);
  expect((await answer(recipient, vault, questions)).statusCode).toBe(200);
});

test('GUESS-4: however the recipient and the executor reopen the questions, at most ninety answers are compared', {
  timeout: 120_000,
}, async () => {
  const owner = await newOwner();
  const vault = await releasedVault(app, owner, { recipientEmail: `rosa-${people}@example.com` });
  const max =
    afterWrongAnswers.lockAfter +
    afterWrongAnswers.moreByReopening * (afterWrongAnswers.recipientReopenings + afterWrongAnswers.executorReopenings);
  expect(max).toBe(90);

  expect(await answerUntilLocked(vault)).toBe(afterWrongAnswers.lockAfter);
  expect(await app.lastLetter('owner-questions-locked', owner.email)).toMatchObject({ vaultTitle: vault.title });
  expect(await app.lastLetter('questions-locked', vault.recipientEmail)).toMatchObject({ canReopen: true });
  await expectReopenedBy(vault, owner, 'recipient', async () =>
    proveMailbox(app, await atQuestions(app, vault), vault),
  );
  let compared = afterWrongAnswers.lockAfter + (await answerUntilLocked(vault));
  expect(await app.lastLetter('questions-locked', vault.recipientEmail)).toMatchObject({ canReopen: false });
  const again = await atQuestions(app, vault);
  expect((await again.refused(api.sendAccessCode, { body: { token: vault.token } })).code).toBe('answers-locked');

  const byCode = { params: { vaultId: vault.id }, body: { accessCode: vault.code } };
  let current = vault;
  for (let i = 0; i < afterWrongAnswers.executorReopenings; i += 1) {
    await expectReopenedBy(vault, owner, 'executor', () => app.caller().ask(api.reopenQuestionsByExecutor, byCode));
    const query = { token: current.token };
    expect((await app.caller().refused(api.verifyAccess, { query })).code).toBe('link-expired');
    current = { ...vault, token: await freshToken(vault) };
    compared += await answerUntilLocked(current);
  }
  expect(compared).toBe(max);
  expect((await app.caller().refused(api.reopenQuestionsByExecutor, byCode)).code).toBe('reopenings-used-up');
  expect(await answerUntilLocked(current)).toBe(0);

  // The vault is not lost: the owner and the operator can always reopen the questions.
  await signInAgain(owner);
  expect(await owner.ask(api.getVault, { params: { id: vault.id } })).toMatchObject({ questionsLocked: true });
  await expectReopenedBy(vault, owner, 'owner', () => owner.ask(api.reopenQuestions, { params: { id: vault.id } }));
  current = { ...vault, token: await freshToken(vault) };
  expect(await answerUntilLocked(current)).toBe(afterWrongAnswers.moreByReopening);
  const reason = 'the heir called';
  await expectReopenedBy(vault, owner, 'operator', () =>
    runCommand(app.services, 'reopen-questions', { subject: vault.id, reason }),
  );
  current = { ...vault, token: await freshToken(vault) };
  expect(await guessesOf(vault)).toMatchObject({ wrongInAll: max + afterWrongAnswers.moreByReopening });
  expect(await recipientOf(app, current)).toMatchObject({ content: { vault: { title: vault.title } } });
});

const freshToken = async ({ recipientEmail }: ReleasedVault) =>
  tokenOf((await app.lastLetter('recipient-fresh-link', recipientEmail)).link);

async function expectReopenedBy(vault: ReleasedVault, owner: Owner, by: string, open: () => Promise<unknown>) {
  const before = await guessesOf(vault);
  await open();
  expect(await guessesOf(vault)).toMatchObject({
    wrongInAll: before?.wrongInAll,
    maxWrong: (before?.wrongInAll ?? 0) + afterWrongAnswers.moreByReopening,
  });
  expect(await app.lastLetter('owner-questions-reopened', owner.email)).toMatchObject({ by, vaultTitle: vault.title });
}

test("questions that are not closed can't be reopened: the pause and the count stay, and no letter is mailed", {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const recipient = await atQuestions(app, vault);
  await answerWrongly(recipient, vault, afterWrongAnswers.withoutCode);
  await proveMailbox(app, recipient, vault);
  await answerWrongly(recipient, vault, 2);
  app.clock.pass({ minutes: 11 });
  const before = await guessesOf(vault);
  const byCode = { params: { vaultId: vault.id }, body: { accessCode: vault.code } };
  expect(await app.caller().ask(api.reopenQuestionsByExecutor, byCode)).toEqual({ reopened: false });
  expect(await guessesOf(vault)).toEqual(before);
  const letters = (await app.lettersTo(vault.recipientEmail)).filter(({ kind }) => kind === 'recipient-fresh-link');
  expect(letters).toEqual([]);
});

test('an answer that could not be compared, because the server was busy, does not count as a guess', async () => {
  const vault = await newVault();
  const recipient = await atQuestions(app, vault);
  const broken = vi
    .spyOn(app.services.answerHash, 'matchesAny')
    .mockRejectedValue(new Refusal('busy', { retryAt: app.clock.now() }));
  const refused = await answer(recipient, vault, questions);
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': expect.any(String) } });
  broken.mockRestore();
  expect(await guessesOf(vault)).toMatchObject({ wrongInRow: 0, wrongInAll: 0 });
});

test('the operator gets a message if there are no closed questions to reopen', async () => {
  expect(Object.keys(commands)).toContain('reopen-questions');
  const vault = await newVault();
  const order = { subject: vault.id, reason: 'asked to' };
  await expect(runCommand(app.services, 'reopen-questions', order)).rejects.toThrow('not closed');
});
