// Every due letter is sent once, those that somebody waits for first, and none of them delays the others.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LetterHarness, openLetterHarness, reminderLetter } from '../../../testing/letter-harness.ts';
import { until } from '../../../testing/until.ts';
import { letters } from '../../platform/database/schema.ts';
import { claimLetters } from '../ledger/claim-store.ts';
import { MailUnavailable } from '../mailers/mailer.ts';
import { sendDueLetters } from './send-due-letters.ts';
import { sendLetters } from './send-letters.ts';

let harness: LetterHarness;
beforeAll(async () => {
  harness = await openLetterHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.delete(letters);
  harness.mailer.sent.length = 0;
  harness.mailer.beforeSend = async () => {};
});

const queueMany = async (count: number) => {
  for (let index = 0; index < count; index += 1) {
    harness.clock.pass({ seconds: 1 });
    await harness.queueOne();
  }
};
const statuses = async () => (await harness.ledger()).map(({ status }) => status);

test('a start sends every due letter: queued ones, and those whose sender died', async () => {
  await queueMany(12);
  const { database, clock } = harness;
  const leaseEndsAt = new Date(clock.now().getTime() + 5000);
  await claimLetters(database, { now: clock.now(), leaseEndsAt, max: 3, except: [] });
  harness.clock.pass({ seconds: 10 });
  expect(await sendDueLetters(harness.needs)).toBe(12);
  expect(new Set(harness.mailer.sent.map(({ messageId }) => messageId)).size).toBe(12);
  expect(new Set(await statuses())).toEqual(new Set(['sent']));
});

test('the letter that has been due longest is claimed first', async () => {
  await queueMany(5);
  const { database, clock } = harness;
  const expected = (await harness.ledger()).map(({ id }) => id);
  const claimed: (string | undefined)[] = [];
  for (let index = 0; index < 5; index += 1) {
    const leaseEndsAt = new Date(clock.now().getTime() + 5000);
    claimed.push((await claimLetters(database, { now: clock.now(), leaseEndsAt, max: 1, except: [] }))[0]?.id);
  }
  expect(claimed).toEqual(expected);
});

const queueReminders = async (count: number) => {
  for (let index = 0; index < count; index += 1) await harness.queueOne({ content: reminderLetter });
};
const subjects = () => harness.mailer.sent.map(({ subject }) => subject);
const isCode = (subject: string) => subject.includes('executor');

test('LET-11: a letter that somebody waits for goes before older reminders, after a failed try too', async () => {
  await queueReminders(30);
  harness.clock.pass({ minutes: 5 });
  await harness.queueOne();
  harness.mailer.beforeSend = ({ subject }) =>
    isCode(subject) ? Promise.reject(new Error('451 try again later')) : Promise.resolve();
  await sendLetters(harness.needs, { max: 1 });
  expect((await harness.ledger()).find(({ kind }) => kind === 'executor-code')).toMatchObject({ attempts: 1 });
  harness.clock.pass({ minutes: 1 });
  harness.mailer.beforeSend = async () => {};
  expect(await sendDueLetters(harness.needs)).toBe(31);
  expect(subjects().slice(0, 3).filter(isCode)).toHaveLength(1);
});

test('reminders leave too while letters that somebody waits for keep coming', async () => {
  await queueReminders(5);
  await queueMany(60);
  expect(await sendDueLetters(harness.needs)).toBe(65);
  const lastReminder = subjects().findLastIndex((subject) => !isCode(subject));
  expect(lastReminder).toBeLessThan(30);
});

test('LET-11: letters that wait for the journal leave room for those that somebody waits for', async () => {
  await queueReminders(40);
  const journal = Promise.withResolvers<void>();
  const needs = harness.elsewhere({ writeJournal: () => journal.promise, maxWaitMilliseconds: 1 });
  const waiting = sendDueLetters(needs);
  await until(() => needs.inFlight.ids().length).toBe(16);
  expect(await waiting).toBe(0);
  await harness.queueOne();
  await harness.queueOne();
  const [first, second] = (await harness.ledger()).filter(({ kind }) => kind === 'executor-code');
  const ready = { ...needs, writeJournal: async () => {}, maxWaitMilliseconds: 60_000 };
  expect(await sendLetters(ready, { max: 1, letterIds: [first?.id ?? ''] })).toEqual(['sent']);
  expect(await sendDueLetters(ready)).toBe(1);
  expect((await harness.ledger()).find(({ id }) => id === second?.id)?.status).toBe('sent');
  journal.resolve();
  await until(() => harness.mailer.sent.length).toBe(18);
  await needs.inFlight.stop();
});

test('a process that cannot write the journal leaves the letters to another one at once', async () => {
  await queueMany(20);
  let isCutOff = false;
  const writeJournal = async () => {
    isCutOff = true;
    throw new Error('the bucket does not answer');
  };
  const cutOff = harness.elsewhere({ writeJournal, isCutOff: () => isCutOff });
  expect(await sendDueLetters(cutOff)).toBe(0);
  expect(await sendLetters(cutOff, { max: 20 })).toEqual([]);
  expect(await sendDueLetters(harness.needs)).toBe(20);
});

test('two concurrent runs send no letter twice', async () => {
  await queueMany(20);
  const [one, other] = await Promise.all([sendDueLetters(harness.needs), sendDueLetters(harness.needs)]);
  expect(one + other).toBe(20);
  expect(harness.mailer.sent).toHaveLength(20);
});

test('LET-10: while the mail server is unavailable only a few letters are tried, and all are sent when it is back', async () => {
  await queueMany(20);
  let tries = 0;
  harness.mailer.beforeSend = () => {
    tries += 1;
    return Promise.reject(new MailUnavailable('connect ECONNREFUSED'));
  };
  expect(await sendDueLetters(harness.needs)).toBe(0);
  expect(tries).toBeLessThanOrEqual(3);
  harness.mailer.beforeSend = async () => {};
  harness.clock.pass({ seconds: 20 });
  expect(await sendDueLetters(harness.needs)).toBe(20);
});

test('a letter on which the mail server fails does not delay the others', async () => {
  await queueMany(6);
  const [poison] = await harness.ledger();
  harness.mailer.beforeSend = async ({ id }) => {
    if (id === poison?.id) throw new MailUnavailable('connection lost');
  };
  let sent = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    sent += await sendDueLetters(harness.needs);
    harness.clock.pass({ seconds: 20 });
  }
  expect(sent).toBe(5);
});

test('an aborted run claims no further letter', async () => {
  await queueMany(4);
  expect(await sendDueLetters(harness.needs, AbortSignal.abort())).toBe(0);
  expect(new Set(await statuses())).toEqual(new Set(['queued']));
});
