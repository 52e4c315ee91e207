// Each step of a recipient in detail: its answer, its audit entry, who it notifies, and with which facts.
import { api } from '@remembrance/contract/api.ts';
import { freshLinkMinutes, afterWrongAnswers as limits, mailedCode } from '@remembrance/contract/limits.ts';
import { ada, another, questions, wrongAnswers } from '@remembrance/contract/testing/cast.ts';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Caller } from '../../../testing/caller.ts';
import {
  addFile,
  atQuestions,
  type Owner,
  paidVault,
  type ReleasedVault,
  release,
  signedIn,
} from '../../../testing/people.ts';
import { runCommand } from '../../../testing/run-admin-command.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  accessCodes,
  accessVerifications,
  actPeople,
  actReasons,
  acts,
  executors,
  letters,
  vaultFiles,
  vaults,
} from '../../platform/database/schema.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import { countLinksSince, endLinks, findOpenedLink, hasLinkSince } from '../recipients/link-store.ts';
import { forgetEndedCodes } from './code-store.ts';
import { type Guesses, noGuesses } from './guess-rules.ts';
import { lockGuesses, readGuesses, setGuesses } from './guess-store.ts';
import { mailFreshLink } from './mail-fresh-link.ts';
import { reopenQuestions } from './reopen-questions.ts';
import { verifyEmail } from './verify-email.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
type Vault = ReleasedVault & { owner: Owner };
async function newVault(guesses: Partial<Guesses> = {}): Promise<Vault> {
  const owner = await signedIn(app, another(ada, ++people));
  const vault = await paidVault(app, owner, { recipientEmail: `rosa-${people}@example.com` });
  const released = { ...(await release(app, vault)), owner };
  await set(released, guesses);
  return released;
}
const set = ({ id }: { id: string }, guesses: Partial<Guesses>) =>
  app.database.transaction(async (tx) => {
    await lockGuesses(tx, id);
    await setGuesses(tx, id, { ...noGuesses, ...guesses });
  });
const later = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);

/** The acts and letters of a vault that an action caused. */
async function causedBy({ id }: Vault, act: () => Promise<unknown>) {
  const [actsBefore, lettersBefore] = [await actsOf(id), await lettersOf(id)];
  await act();
  const isNew = (before: { id: string }[]) => (row: { id: string }) => !before.some((one) => one.id === row.id);
  const acts = (await actsOf(id)).filter(isNew(actsBefore));
  return {
    acts: acts.map(({ id: _, ...act }) => act),
    letters: (await lettersOf(id)).filter(isNew(lettersBefore)),
  };
}
const actsOf = (vaultId: string) => {
  const { id, event, actor, actorId, detail } = acts;
  const rows = app.database.select({ id, event, actor, actorId, detail, owner: actPeople.userId }).from(acts);
  const people = rows.leftJoin(actPeople, eq(actPeople.personId, acts.personId));
  return people.where(eq(acts.vaultId, vaultId)).orderBy(asc(event));
};
const lettersOf = (vaultId: string) => {
  const { id, kind, recipient, userId } = letters;
  return app.database
    .select({ id, kind, recipient, userId })
    .from(letters)
    .where(eq(letters.vaultId, vaultId))
    .orderBy(kind);
};
const byRecipient = (event: string) => ({ event, actor: 'recipient', actorId: null, detail: {}, owner: null });
const toRecipient = (vault: Vault, kind: string) => ({ kind, recipient: vault.recipientEmail, userId: null });
const toOwner = ({ owner }: Vault, kind: string) => ({ kind, recipient: owner.email, userId: owner.id });

const answer = (caller: Caller, { token }: Vault, answers = wrongAnswers) =>
  caller.call(api.verifyAccessAnswers, { body: { token, answers } });
const state = (caller: Caller, { token }: Vault) => caller.ask(api.verifyAccess, { query: { token } });
const sendCode = (caller: Caller, { token }: Vault) => caller.ask(api.sendAccessCode, { body: { token } });
const enterCode = (caller: Caller, { token }: Vault, code: string) =>
  caller.call(api.verifyAccessCode, { body: { token, code } });
const codesOf = ({ id }: Vault) => app.database.select().from(accessCodes).where(eq(accessCodes.vaultId, id));
const lastCode = async ({ recipientEmail }: Vault) => (await app.lastLetter('recipient-code', recipientEmail)).code;

test('the address and the answers are recorded as right or wrong, and cause no letter', { tags: 'long' }, async () => {
  const vault = await newVault();
  const { token, recipientEmail: email } = vault;
  const caller = app.caller();
  const wrong = { body: { token, email: 'x@example.com' } };
  expect(await causedBy(vault, () => caller.refused(api.verifyAccessEmail, wrong))).toEqual({
    acts: [byRecipient('email-wrong')],
    letters: [],
  });
  expect(await caller.refused(api.verifyAccessEmail, wrong)).toMatchObject({ code: 'link-email-refused' });
  const { session } = await verifyEmail(app.services, { token, email, sessionOf: () => null });
  expect(session).toEqual({ browserId: expect.stringMatching(/^[\w-]{43}$/), proven: 'address' });
  expect(await causedBy(vault, () => caller.ask(api.verifyAccessEmail, { body: { token, email } }))).toEqual({
    acts: [byRecipient('email-verified')],
    letters: [],
  });
  expect(await causedBy(vault, () => answer(caller, vault))).toEqual({
    acts: [byRecipient('answers-wrong')],
    letters: [],
  });
  expect(await causedBy(vault, () => answer(caller, vault, questions))).toEqual({
    acts: [byRecipient('answers-right')],
    letters: [],
  });
});

test('a guess that leaves a question out is refused and does not count', async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const { acts } = await causedBy(vault, async () => {
    for (const only of [questions.slice(0, 1), wrongAnswers.slice(0, 1)])
      expect((await answer(caller, vault, only)).json()).toMatchObject({ code: 'answers-incomplete' });
  });
  expect(acts).toEqual([]);
  expect(await readGuesses(app.database, vault.id)).toMatchObject({ wrongInAll: 0, wrongInRow: 0 });
  expect((await answer(caller, vault, questions)).statusCode).toBe(200);
});

test('ACC-4: answers and codes are refused in a browser that did not enter the address', async () => {
  const vault = await newVault({ wrongInAll: limits.withoutCode });
  const { acts } = await causedBy(vault, async () => {
    for (const refused of [
      await answer(app.caller(), vault, questions),
      await enterCode(app.caller(), vault, 'AAAA-AAAA'),
    ]) {
      expect(refused.json()).toMatchObject({ code: 'email-step-first' });
    }
  });
  expect(acts).toEqual([]);
});

test('an answer that pauses the questions is recorded as such, and the recipient reads when it ends', async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  await set(vault, { wrongInAll: 2, wrongInRow: 4, rowOf: 'mailbox' });
  const browser = await provenMailbox(vault);
  await set(vault, { wrongInAll: 4, wrongInRow: 4, rowOf: 'mailbox' });
  const pausedUntil = later(limits.shortPauseMinutes).toISOString();
  const { acts, letters } = await causedBy(vault, async () => {
    expect((await answer(browser, vault)).json()).toMatchObject({ code: 'answers-refused', retryAt: pausedUntil });
  });
  expect(acts).toEqual([byRecipient('answers-wrong'), byRecipient('questions-paused')]);
  expect(letters).toMatchObject([toRecipient(vault, 'questions-paused')]);
  const { recipientName } = vault;
  expect(await app.lastLetter('questions-paused', vault.recipientEmail)).toEqual({
    recipientName,
    pauseMinutes: limits.shortPauseMinutes,
  });
  expect(await state(caller, vault)).toMatchObject({ step: 'questions', pausedUntil });
});

/** A browser that has entered a mailed code. */
async function provenMailbox(vault: Vault): Promise<Caller> {
  await set(vault, { wrongInAll: limits.withoutCode });
  const caller = await atQuestions(app, vault);
  await sendCode(caller, vault);
  await enterCode(caller, vault, await lastCode(vault));
  return caller;
}

test.each([true, false])(
  'the answer that closes the questions names no time, and recipient and owner are notified; reopening by a code: %s',
  async (canReopen) => {
    const vault = await newVault();
    const { owner, title: vaultTitle, recipientName, recipientEmail } = vault;
    const caller = await provenMailbox(vault);
    const recipientReopenings = canReopen ? 0 : limits.recipientReopenings;
    // It would also be the fifth in a row, which by itself causes a pause.
    await set(vault, { wrongInAll: limits.lockAfter - 1, wrongInRow: 4, rowOf: 'mailbox', recipientReopenings });
    const { acts, letters } = await causedBy(vault, async () => {
      const refusal = (await answer(caller, vault)).json();
      expect(refusal).toMatchObject({ code: 'answers-refused' });
      expect(refusal).not.toHaveProperty('retryAt');
    });
    expect(acts).toEqual([byRecipient('answers-wrong'), byRecipient('questions-locked')]);
    expect(letters).toMatchObject([toOwner(vault, 'owner-questions-locked'), toRecipient(vault, 'questions-locked')]);
    const ownerName = 'Ada Lindqvist';
    expect(await app.lastLetter('questions-locked', recipientEmail)).toEqual({ recipientName, ownerName, canReopen });
    expect(await app.lastLetter('owner-questions-locked', owner.email)).toEqual({
      firstName: 'Ada',
      vaultTitle,
      recipientName,
      link: `http://localhost:3000/vault/${vault.id}`,
    });
  },
);

test('a time to return is given while a pause runs, and for no other refusal', async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const body = { token: vault.token };
  const [past, coming] = [later(-1), later(5)];
  for (const [guesses, code, retryAt] of [
    [{ wrongInAll: 3, pausedUntil: past }, 'mailbox-code-first', undefined],
    [{ wrongInAll: 5, pausedUntil: coming }, 'answers-paused', coming.toISOString()],
    [{ wrongInAll: limits.lockAfter, pausedUntil: coming }, 'answers-locked', undefined],
  ] as const) {
    await set(vault, { ...guesses, recipientReopenings: limits.recipientReopenings });
    const refusal = (await answer(caller, vault, questions)).json();
    expect([refusal.code, refusal.retryAt]).toEqual([code, retryAt]);
    if (code === 'mailbox-code-first') continue;
    const unsent = (await caller.call(api.sendAccessCode, { body })).json();
    expect([unsent.code, unsent.retryAt]).toEqual([code, retryAt]);
  }
});

test('a browser is shown the tries left in its own row, and a mailbox those of all its browsers', async () => {
  const vault = await newVault();
  const [proven, other] = [await provenMailbox(vault), await atQuestions(app, vault)];
  await set(vault, { wrongInAll: 2, wrongInRow: 3, rowOf: 'mailbox' });
  const triesLeft = { tries: 2, pauseMinutes: limits.shortPauseMinutes };
  expect((await state(proven, vault)).triesLeft).toEqual(triesLeft);
  expect(await state(other, vault)).not.toHaveProperty('triesLeft');
  await set(vault, {});
  for (let i = 0; i < limits.countdownAfter; i += 1) await answer(other, vault);
  expect((await state(other, vault)).triesLeft).toEqual(triesLeft);
  expect((await state(proven, vault)).step).toBe('questions');
});

test('an answer that could not be compared is reported as a fault or a wait, and its count is undone', async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const broken = vi.spyOn(app.services.answerHash, 'matchesAny').mockRejectedValue(new Refusal('busy'));
  expect((await answer(caller, vault, questions)).statusCode).toBe(503);
  broken.mockRestore();
  expect(await readGuesses(app.database, vault.id)).toMatchObject({ wrongInRow: 0, wrongInAll: 0 });
});

test('a mailed code has its letter, activity line and times; a second request that comes too early mails no code', {
  tags: 'long',
}, async () => {
  const vault = await newVault({ wrongInAll: limits.withoutCode });
  const [phone, laptop] = [await atQuestions(app, vault), await atQuestions(app, vault)];
  expect(await state(phone, vault)).not.toHaveProperty('code');
  const sent = { expiresAt: later(mailedCode.minutes).toISOString(), resendAt: later(2).toISOString() };
  const first = await causedBy(vault, async () => expect(await sendCode(phone, vault)).toEqual(sent));
  expect(first.acts).toEqual([byRecipient('mailbox-code-sent')]);
  expect(first.letters).toMatchObject([toRecipient(vault, 'recipient-code')]);
  expect(await app.lastLetter('recipient-code', vault.recipientEmail)).toEqual({
    recipientName: vault.recipientName,
    ownerName: 'Ada Lindqvist',
    code: await lastCode(vault),
    reopens: false,
  });
  const typed = `${vault.id} ${(await lastCode(vault)).replace('-', '')}`;
  const digest = app.services.keyring.digest('recipient-code', typed);
  expect(await codesOf(vault)).toMatchObject([{ digest }]);
  expect((await state(phone, vault)).code).toEqual(sent);
  expect(await state(laptop, vault)).not.toHaveProperty('code');
  app.clock.pass({ minutes: 2, seconds: -1 });
  const again = await causedBy(vault, async () => expect(await sendCode(laptop, vault)).toEqual(sent));
  expect(again).toEqual({ acts: [], letters: [] });
  expect((await state(laptop, vault)).code).toEqual(sent);
  app.clock.pass({ seconds: 1 });
  expect(await sendCode(phone, vault)).toMatchObject({ resendAt: later(2).toISOString() });
  app.clock.pass({ minutes: 2 });
  // The third within the hour: the next one waits until this one has expired.
  expect(await sendCode(phone, vault)).toMatchObject({ resendAt: later(mailedCode.minutes).toISOString() });
  app.clock.pass({ minutes: mailedCode.minutes });
  expect(await state(phone, vault)).not.toHaveProperty('code');
});

test('a wrong code is recorded, five of them end it only for that browser, and a right one is recorded', async () => {
  const vault = await newVault({ wrongInAll: limits.withoutCode });
  const [phone, laptop] = [await atQuestions(app, vault), await atQuestions(app, vault)];
  for (const caller of [phone, laptop]) await sendCode(caller, vault);
  for (let left = mailedCode.tries; left > 0; left -= 1) {
    expect((await state(phone, vault)).code).toBeDefined();
    const { acts } = await causedBy(vault, () => enterCode(phone, vault, 'AAAA-AAAA'));
    expect(acts).toEqual([byRecipient('mailbox-code-wrong')]);
  }
  expect(await state(phone, vault)).not.toHaveProperty('code');
  const { acts, letters } = await causedBy(vault, async () => {
    const entered = await enterCode(laptop, vault, await lastCode(vault));
    expect(entered.json()).toEqual({ questions: questions.map(({ question }) => question) });
  });
  expect([acts, letters]).toEqual([[byRecipient('mailbox-code-right')], []]);
});

test('another code is stored with no tries, and the same code keeps its tries', async () => {
  const vault = await newVault({ wrongInAll: limits.withoutCode });
  const caller = await atQuestions(app, vault);
  await sendCode(caller, vault);
  for (let i = 0; i < mailedCode.tries; i += 1) await enterCode(caller, vault, 'AAAA-AAAA');
  const retryAt = later(2).toISOString();
  const waits = { code: 'next-code-waits', retryAt };
  expect(await caller.refused(api.sendAccessCode, { body: { token: vault.token } })).toMatchObject(waits);
  expect((await enterCode(caller, vault, await lastCode(vault))).json()).toMatchObject({ code: 'mailbox-code-over' });
  app.clock.pass({ minutes: 2 });
  await sendCode(caller, vault);
  expect((await enterCode(caller, vault, await lastCode(vault))).statusCode).toBe(200);
});

test('a reopening is recorded with the role of who did it, and the owner reads who it was and how many were wrong', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const { owner, id } = vault;
  const [executor] = await app.database.select().from(executors).where(eq(executors.vaultId, id));
  const lock = () => set(vault, { wrongInAll: limits.lockAfter });
  const reopened = (actor: string, actorId: string | null = null) => ({
    event: 'questions-reopened',
    actor,
    actorId,
    owner: owner.id,
    detail: { wrongInAll: limits.lockAfter },
  });
  const facts = { firstName: 'Ada', vaultTitle: vault.title, recipientName: vault.recipientName };
  const noticeOf = (by: string) => ({ ...facts, by, wrongInAll: limits.lockAfter, at: app.clock.now().toISOString() });

  await lock();
  const caller = await atQuestions(app, vault);
  await sendCode(caller, vault);
  const code = await lastCode(vault);
  const byCode = await causedBy(vault, () => enterCode(caller, vault, code));
  expect(byCode.acts).toEqual([byRecipient('mailbox-code-right'), reopened('recipient')]);
  expect(byCode.letters).toMatchObject([toOwner(vault, 'owner-questions-reopened')]);
  expect(await app.lastLetter('owner-questions-reopened', owner.email)).toEqual(noticeOf('recipient'));

  const reason = 'the heir called';
  for (const [by, actorId, open] of [
    ['owner', null, () => owner.ask(api.reopenQuestions, { params: { id } })],
    [
      'executor',
      executor?.id ?? '',
      () =>
        app.caller().ask(api.reopenQuestionsByExecutor, { params: { vaultId: id }, body: { accessCode: vault.code } }),
    ],
    ['operator', null, () => runCommand(app.services, 'reopen-questions', { subject: id, reason })],
  ] as const) {
    await lock();
    const { acts, letters } = await causedBy(vault, open);
    expect(acts.filter(({ event }) => event !== 'link-sent')).toEqual([reopened(by, actorId)]);
    const kinds = [toOwner(vault, 'owner-questions-reopened'), toRecipient(vault, 'recipient-fresh-link')];
    expect(letters).toMatchObject(kinds);
    expect(await app.lastLetter('owner-questions-reopened', owner.email)).toEqual(noticeOf(by));
  }
  const ids = app.database.select({ id: acts.id }).from(acts).where(eq(acts.vaultId, id));
  const reasons = await app.database.select().from(actReasons).where(inArray(actReasons.actId, ids));
  expect(reasons).toMatchObject([{ reason, userId: owner.id }]);
});

test('questions that the code or the executor may no longer reopen stay closed', async () => {
  const vault = await newVault({ wrongInAll: limits.lockAfter });
  const caller = await atQuestions(app, vault);
  await sendCode(caller, vault);
  const code = await lastCode(vault);
  const { recipientReopenings, executorReopenings } = limits;
  const closed = { ...noGuesses, wrongInAll: limits.lockAfter, recipientReopenings, executorReopenings };
  await set(vault, closed);
  expect((await enterCode(caller, vault, code)).json()).toMatchObject({ code: 'answers-locked' });
  const byExecutor = { params: { vaultId: vault.id }, body: { accessCode: vault.code } };
  const refusal = await app.caller().refused(api.reopenQuestionsByExecutor, byExecutor);
  expect(refusal).toMatchObject({ code: 'reopenings-used-up' });
  expect(await readGuesses(app.database, vault.id)).toMatchObject(closed);
});

test('questions that are not closed do not change, and no letter is mailed', async () => {
  const vault = await newVault({ wrongInAll: 4 });
  const reopen = () => reopenQuestions(app.services, { vaultId: vault.id, by: { actor: 'owner' } });
  app.clock.pass({ minutes: freshLinkMinutes });
  const caused = await causedBy(vault, async () => expect(await reopen()).toBe(false));
  expect(caused).toEqual({ acts: [], letters: [] });
  expect(await readGuesses(app.database, vault.id)).toMatchObject({ wrongInAll: 4, maxWrong: noGuesses.maxWrong });
  await set(vault, { wrongInAll: limits.lockAfter });
  expect(await reopen()).toBe(true);
  await app.database.update(vaults).set({ status: 'active', releasedAt: null }).where(eq(vaults.id, vault.id));
  await expect(reopen()).rejects.toMatchObject({ code: 'not-released' });
});

test('the nightly removal deletes a code when it expires, and not earlier', async () => {
  const vault = await newVault({ wrongInAll: limits.withoutCode });
  await sendCode(await atQuestions(app, vault), vault);
  app.clock.pass({ minutes: mailedCode.minutes, seconds: -1 });
  await forgetEndedCodes(app.database, app.clock.now());
  expect(await codesOf(vault)).toHaveLength(1);
  app.clock.pass({ seconds: 1 });
  await forgetEndedCodes(app.database, app.clock.now());
  expect(await codesOf(vault)).toEqual([]);
});

test('a recipient is shown each file with its kind and state, and links on the host they used', {
  tags: 'long',
}, async () => {
  const owner = await signedIn(app, another(ada, ++people));
  const [planType, recipientEmail] = ['basic_subscription' as const, `rosa-${people}@example.com`];
  const draft = await paidVault(app, owner, { planType, recipientEmail });
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  await addFile(owner, draft.id, { name: 'a.png', type: 'image/png', bytes });
  app.clock.pass({ seconds: 1 });
  const damaged = await addFile(owner, draft.id, { name: 'b.txt', type: 'text/plain', bytes: Buffer.from('a heron.') });
  const vault = { ...(await release(app, draft)), owner };
  const { database } = app;
  await database.update(vaultFiles).set({ damagedAt: app.clock.now() }).where(eq(vaultFiles.id, damaged.id));
  const caller = await atQuestions(app, vault);
  const shown = (await answer(caller, vault, questions)).json();
  const origin = 'http://localhost:3000';
  const file = { sizeBytes: bytes.length, caption: '', transcript: '', isUnreadable: false };
  expect(shown.files).toMatchObject([
    { ...file, fileName: 'a.png', mimeType: 'image/png', fileType: 'art', isDamaged: false },
    { ...file, fileName: 'b.txt', mimeType: 'text/plain', fileType: 'message', isDamaged: true },
  ]);
  for (const { id, downloadUrl } of shown.files) expect(downloadUrl).toMatch(`${origin}/api/downloads/${id}?`);
  expect(shown.everythingUrl).toMatch(`${origin}/api/vault-access/everything?`);
  expect(await state(caller, vault)).toEqual({ step: 'granted', ...shown });
});

test('if a vault is removed while a link is requested, none is mailed, and the request ends without a fault', async () => {
  const vault = await newVault();
  app.clock.pass({ days: 1 });
  const { database } = app.services;
  const racing: typeof database = Object.create(database, {
    transaction: {
      async value(...work: Parameters<typeof database.transaction>) {
        await database.delete(vaults).where(eq(vaults.id, vault.id));
        return database.transaction(...work);
      },
    },
  });
  await mailFreshLink({ ...app.services, database: racing }, vault.id);
  expect((await app.lettersTo(vault.recipientEmail)).map(({ kind }) => kind)).not.toContain('recipient-fresh-link');
});

test('links are found, counted and ended only for their own vault, from their time on', { tags: 'long' }, async () => {
  const [vault, other] = [await newVault(), await newVault()];
  const { database } = app;
  const inside = database.transaction.bind(database);
  const issued = app.clock.now();
  const before = later(-1);
  const countOf = ({ id }: Vault, since: Date) => inside((tx) => countLinksSince(tx, id, since));
  const hasOne = ({ id }: Vault, since: Date) => inside((tx) => hasLinkSince(tx, id, since));
  expect([await countOf(vault, before), await countOf(vault, issued)]).toEqual([1, 0]);
  expect([await hasOne(vault, before), await hasOne(vault, issued)]).toEqual([true, false]);
  const linkOf = async ({ id }: Vault) =>
    (await database.select().from(accessVerifications).where(eq(accessVerifications.vaultId, id)))[0];
  const id = (await linkOf(vault))?.id ?? '';
  expect(await findOpenedLink(database, id, issued)).toBeNull();
  await answer(await atQuestions(app, vault), vault, questions);
  expect(await findOpenedLink(database, id, issued)).toMatchObject({ id, vault: { id: vault.id } });
  await inside((tx) => endLinks(tx, vault.id, later(5)));
  await inside((tx) => endLinks(tx, vault.id, later(9)));
  expect((await linkOf(vault))?.expiresAt).toEqual(later(5));
  expect((await linkOf(other))?.expiresAt.getTime()).toBeGreaterThan(later(9).getTime());
  expect(await findOpenedLink(database, id, later(4))).toMatchObject({ id });
  expect(await findOpenedLink(database, id, later(5))).toBeNull();
});
