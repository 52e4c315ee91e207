// Every due letter is sent once, the longest due first, and none of them delays the others.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LetterHarness, openLetterHarness } from '../../../testing/letter-harness.ts';
import { letters } from '../../platform/database/schema.ts';
import { claimLetters } from '../ledger/letter-store.ts';
import { MailUnavailable } from '../mailers/mailer.ts';
import { sendDueLetters } from './send-due-letters.ts';

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
