// Every state of the questions in the database: what a browser is shown, which step is refused, and who may change the state.
import { api } from '@remembrance/contract/api.ts';
import { afterWrongAnswers as limits, mailedCode } from '@remembrance/contract/limits.ts';
import { ada, another, edda, questions } from '@remembrance/contract/testing/cast.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefused, prepared } from '../../../testing/expect-refused.ts';
import { atQuestions, type ReleasedVault, releasedVault, signedIn } from '../../../testing/people.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { waitForLocks } from '../../../testing/wait-for-locks.ts';
import { accessCodes, accessGuesses } from '../../platform/database/schema.ts';
import { type Guesses, noGuesses } from './guess-rules.ts';
import {
  allowMoreGuesses,
  lockGuesses,
  readGuesses,
  recordRightAnswers,
  setGuesses,
  undoGuess,
} from './guess-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let people = 0;
async function newVault(guesses: Partial<Guesses> = {}): Promise<ReleasedVault> {
  const owner = await signedIn(app, another(ada, ++people));
  const vault = await releasedVault(app, owner, { recipientEmail: `rosa-${people}@example.com` });
  await set(vault, guesses);
  return vault;
}
const later = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
const inTransaction: TestApp['database']['transaction'] = (work) => app.database.transaction(work);
const set = ({ id }: { id: string }, guesses: Partial<Guesses>) =>
  inTransaction(async (tx) => {
    await lockGuesses(tx, id);
    await setGuesses(tx, id, { ...noGuesses, ...guesses });
  });
const stateOf = ({ id }: { id: string }) => readGuesses(app.database, id);

const closed = { wrongInAll: limits.lockAfter };
const usedUp = { recipientReopenings: limits.recipientReopenings };

test('a browser is shown the next step, in every state of the questions', { tags: 'long' }, async () => {
  const pausedUntil = later(15);
  const toAsk = { ownerName: `${ada.firstName} ${ada.lastName}`, releasedBy: edda.name };
  const shown = { questions: questions.map(({ question }) => question), ...toAsk };
  const states: [Partial<Guesses>, object][] = [
    [{}, { step: 'questions' }],
    [{ wrongInAll: limits.withoutCode - 1 }, { step: 'questions' }],
    [{ wrongInAll: limits.withoutCode }, { step: 'code' }],
    [
      { wrongInAll: 5, pausedUntil },
      { step: 'questions', pausedUntil: pausedUntil.toISOString() },
    ],
    [{ wrongInAll: 1, pausedUntil: later(0) }, { step: 'questions' }],
    [closed, { step: 'code', locked: true }],
    [
      { ...closed, pausedUntil },
      { step: 'code', locked: true },
    ],
    [
      { ...closed, ...usedUp },
      { step: 'questions', locked: true },
    ],
  ];
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  for (const [guesses, step] of states) {
    await set(vault, guesses);
    expect(await caller.ask(api.verifyAccess, { query: { token: vault.token } })).toEqual({ ...shown, ...step });
  }
});

test('right answers are refused in every state that does not allow them, counted nowhere, and answered with the time to return', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const answer = prepared(caller, api.verifyAccessAnswers, { body: { token: vault.token, answers: questions } });
  const pausedUntil = later(15);
  for (const [guesses, code] of [
    [{ wrongInAll: limits.withoutCode }, 'mailbox-code-first'],
    [{ wrongInAll: 5, pausedUntil }, 'answers-paused'],
    [closed, 'answers-locked'],
    [{ ...closed, pausedUntil }, 'answers-locked'],
  ] as const) {
    await set(vault, guesses);
    await expectRefused(app.database, code, answer);
    const { retryAt } = (await answer()).json();
    expect(retryAt).toBe(code === 'answers-paused' ? pausedUntil.toISOString() : undefined);
  }
});

test('a code is mailed only if the recipient can use it; otherwise nothing is written and the reason is given', {
  tags: 'long',
}, async () => {
  const vault = await newVault();
  const caller = await atQuestions(app, vault);
  const body = { token: vault.token };
  const send = prepared(caller, api.sendAccessCode, { body });
  await expectRefused(app.database, 'email-step-first', prepared(app.caller(), api.sendAccessCode, { body }));
  for (const [guesses, code] of [
    [{}, 'mailbox-code-not-needed'],
    [{ wrongInAll: 5, pausedUntil: later(15) }, 'answers-paused'],
    [{ ...closed, ...usedUp }, 'answers-locked'],
  ] as const) {
    await set(vault, guesses);
    await expectRefused(app.database, code, send);
  }
  for (const guesses of [{ wrongInAll: limits.withoutCode }, closed]) {
    await set(vault, guesses);
    app.clock.pass({ minutes: 60 });
    const again = await atQuestions(app, vault);
    await again.ask(api.sendAccessCode, { body });
    const { reopens } = await app.lastLetter('recipient-code', vault.recipientEmail);
    expect(reopens).toBe(guesses === closed);
  }
});

test('a code is valid until its last moment, for its own vault, and once, even in two concurrent tabs', {
  tags: 'long',
}, async () => {
  const [vault, other] = [await newVault({ wrongInAll: 3 }), await newVault({ wrongInAll: 3 })];
  const caller = await atQuestions(app, vault);
  const stranger = await atQuestions(app, other);
  await stranger.ask(api.sendAccessCode, { body: { token: other.token } });
  await caller.ask(api.sendAccessCode, { body: { token: vault.token } });
  const { code } = await app.lastLetter('recipient-code', vault.recipientEmail);
  const elsewhere = prepared(stranger, api.verifyAccessCode, { body: { token: other.token, code } });
  await expectRefused(app.database, 'mailbox-code-refused', elsewhere, ['access_codes']);
  const body = { token: vault.token, code };
  app.clock.pass({ minutes: mailedCode.minutes });
  await expectRefused(app.database, 'mailbox-code-over', prepared(caller, api.verifyAccessCode, { body }));
  await caller.ask(api.sendAccessCode, { body: { token: vault.token } });
  const { code: next } = await app.lastLetter('recipient-code', vault.recipientEmail);
  app.clock.pass({ minutes: mailedCode.minutes, seconds: -1 });
  // Both read the code before either uses it.
  const tabs = await inTransaction(async (tx) => {
    await lockGuesses(tx, vault.id);
    const both = [0, 1].map(() => caller.call(api.verifyAccessCode, { body: { ...body, code: next } }));
    await waitForLocks(app.database, 2);
    return { both };
  });
  const answers = (await Promise.all(tabs.both)).map((one) => one.json().code ?? one.statusCode);
  expect(answers.sort()).toEqual([200, 'mailbox-code-over']);
  expect(await app.database.select().from(accessCodes).where(eq(accessCodes.vaultId, vault.id))).toEqual([]);
});

test('reopening allows ten more, keeps the count, and is limited only for the recipient and the executor', {
  tags: 'long',
}, async () => {
  const reopen = (vault: ReleasedVault, by: 'recipient' | 'executor' | 'owner' | 'operator') =>
    inTransaction((tx) => allowMoreGuesses(tx, vault.id, by));
  const bystander = await newVault(closed);
  for (const [by, times] of [
    ['recipient', 1],
    ['executor', 3],
    ['owner', 20],
    ['operator', 20],
  ] as const) {
    const vault = await newVault({ wrongInAll: 49, pausedUntil: later(5), wrongInRow: 4, rowOf: 'mailbox' });
    const open = await stateOf(vault);
    expect(await reopen(vault, by)).toBeNull();
    expect(await stateOf(vault)).toEqual(open);
    for (let time = 1; time <= times; time += 1) {
      const wrongInAll = 40 + 10 * time;
      await set(vault, {
        ...(await stateOf(vault)),
        wrongInAll,
        pausedUntil: later(5),
        wrongInRow: 4,
        rowOf: 'mailbox',
      });
      expect([by, time, await reopen(vault, by)]).toEqual([by, time, wrongInAll]);
      expect(await stateOf(vault)).toMatchObject({
        wrongInAll,
        maxWrong: wrongInAll + 10,
        wrongInRow: 0,
        rowOf: null,
        pausedUntil: null,
        recipientReopenings: by === 'recipient' ? time : 0,
        executorReopenings: by === 'executor' ? time : 0,
      });
    }
    await set(vault, { ...(await stateOf(vault)), wrongInAll: 50 + 10 * times });
    expect(await reopen(vault, by)).toBe(times === 20 ? 250 : null);
  }
  expect(await stateOf(bystander)).toMatchObject({ wrongInAll: 50, maxWrong: 50 });
});

test('undoing a guess that was never compared removes its count and its own pause, and no other pause', {
  tags: 'long',
}, async () => {
  const own = later(15);
  const vault = await newVault({ wrongInAll: 5, wrongInRow: 5, rowOf: 'mailbox', pausedUntil: own });
  const undo = (pausedUntil: Date | null) =>
    inTransaction((tx) => undoGuess(tx, vault.id, { ...noGuesses, pausedUntil }));
  await undo(later(1440));
  expect(await stateOf(vault)).toMatchObject({ wrongInAll: 4, wrongInRow: 4, pausedUntil: own });
  await undo(null);
  expect(await stateOf(vault)).toMatchObject({ wrongInAll: 3, wrongInRow: 3, pausedUntil: own });
  await undo(own);
  expect(await stateOf(vault)).toMatchObject({ wrongInAll: 2, wrongInRow: 2, rowOf: 'mailbox', pausedUntil: null });
  for (let i = 0; i < 3; i += 1) await undo(null);
  expect(await stateOf(vault)).toMatchObject({ wrongInAll: 0, wrongInRow: 0 });
});

test('right answers undo only their own count and end the row and its pause, only in their vault', {
  tags: 'long',
}, async () => {
  const state = { wrongInAll: 7, wrongInRow: 2, rowOf: 'mailbox', pausedUntil: later(1), executorReopenings: 2 };
  const [vault, other] = [await newVault(state), await newVault(state)];
  await inTransaction((tx) => recordRightAnswers(tx, vault.id));
  expect(await stateOf(vault)).toMatchObject({
    wrongInAll: 6,
    wrongInRow: 0,
    rowOf: null,
    pausedUntil: null,
    executorReopenings: 2,
    maxWrong: 50,
  });
  expect(await stateOf(other)).toMatchObject(state);
  expect(await readGuesses(app.database, '01890000-0000-7000-8000-00000000000f')).toEqual(noGuesses);
  expect((await app.database.select().from(accessGuesses)).length).toBeGreaterThan(1);
});
