// Every way a mail server can fail, with the ledger and the real mailer: the fate of the letter, who is notified, and
// no needless second copy.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LetterHarness, openLetterHarness } from '../../../testing/letter-harness.ts';
import { answer, openMailServer } from '../../../testing/mail-server.ts';
import { until } from '../../../testing/until.ts';
import { createSmtpMailer } from '../mailers/smtp-mailer.ts';
import { createLettersInFlight } from '../sending/letters-in-flight.ts';
import { sendDueLetters } from '../sending/send-due-letters.ts';
import type { SendLetterNeeds } from '../sending/send-letters.ts';

type MailServer = Awaited<ReturnType<typeof openMailServer>>;
type Mode = Parameters<typeof openMailServer>[0];

let harness: LetterHarness;
const servers: MailServer[] = [];
beforeEach(async () => {
  harness = await openLetterHarness();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await harness.close();
});

const openServer = async (mode: Mode) => {
  const server = await openMailServer(mode);
  servers.push(server);
  return server;
};
const sender = (smtpUrl: string): SendLetterNeeds => ({
  ...harness.needs,
  inFlight: createLettersInFlight({ atOnce: 24 }),
  mailer: createSmtpMailer({ smtpUrl }),
  maxWaitMilliseconds: 200,
});
const only = async () => (await harness.ledger())[0];
const recipient = (code: number, message: string): Mode => ({
  onRcptTo: (_address, _session, done) => done(answer(code, message)),
});
const text = (code: number, message: string): Mode => ({
  onData: (stream, _session, done) => stream.on('end', () => done(answer(code, message))).resume(),
});

/** Tries a letter with a failing server, then with a working one as soon as it is due again. */
async function sendThroughFault(mode: Mode | 'down') {
  const bad = await openServer(mode === 'down' ? {} : mode);
  if (mode === 'down') await bad.close();
  await harness.queueOne();
  await sendDueLetters(sender(bad.url));
  await until(async () => (await only())?.status).not.toBe('sending');
  const after = await only();
  if (!after) throw new Error('the letter is gone');
  const waits = (after.dueAt.getTime() - harness.clock.now().getTime()) / 1000;
  const working = await openServer({});
  harness.clock.pass({ seconds: Math.max(0, waits) });
  await sendDueLetters(sender(working.url));
  await until(async () => (await only())?.status).not.toBe('sending');
  return { after, waits, end: (await only())?.status, arrived: working.arrived.length };
}

test.each<[string, Mode | 'down', { attempts: number; waits: number }]>([
  ['is down', 'down', { attempts: 0, waits: 15 }],
  ['is too busy to greet (421)', { onConnect: (_s, done) => done(answer(421, 'busy')) }, { attempts: 0, waits: 15 }],
  ['says 451 to the recipient', recipient(451, '4.7.1 greylisted'), { attempts: 1, waits: 30 }],
  ['says a bare 550 to the recipient', recipient(550, 'relay not permitted'), { attempts: 1, waits: 30 }],
  ['says 550 5.7.1 to the recipient', recipient(550, '5.7.1 blocked'), { attempts: 1, waits: 30 }],
  [
    'says 550 to the sender',
    { onMailFrom: (_address, _session, done) => done(answer(550, 'not you')) },
    { attempts: 0, waits: 15 },
  ],
  ['says 550 to the text', text(550, 'not this'), { attempts: 1, waits: 30 }],
  ['says 452 to the text', text(452, 'no room'), { attempts: 1, waits: 30 }],
])('a letter to a server that %s arrives once after the server has recovered', async (_name, mode, expected) => {
  const { after, waits, end, arrived } = await sendThroughFault(mode);
  expect(after).toMatchObject({ status: 'queued', attempts: expected.attempts });
  expect(waits).toBe(expected.waits);
  expect({ end, arrived }).toEqual({ end: 'sent', arrived: 1 });
  expect(harness.givenUp).toEqual([]);
});

test('a letter to an address that does not exist (550 5.1.1) is given up immediately and reported', async () => {
  const { after } = await sendThroughFault(recipient(550, '5.1.1 no such user'));
  expect(after).toMatchObject({ status: 'failed', attempts: 1 });
  expect(harness.givenUp.map(({ id }) => id)).toEqual([after.id]);
});

test('a letter without a reply waits an hour and is sent again with the same Message-ID', {
  tags: 'long',
}, async () => {
  const copies: string[] = [];
  const closing = await openServer({
    onData: (stream) => {
      stream.on('data', (chunk: Buffer) => copies.push(/^Message-ID: (.*)$/im.exec(chunk.toString())?.[1] ?? ''));
      stream.on('end', () => closing.drop());
    },
  });
  await harness.queueOne();
  const needs = sender(closing.url);
  await sendDueLetters(needs);
  await until(async () => (await only())?.status).toBe('queued');
  const letter = await only();
  expect(letter).toMatchObject({ attempts: 1, unansweredAttempts: 1 });
  expect((letter?.dueAt.getTime() ?? 0) - harness.clock.now().getTime()).toBe(3_600_000);
  for (let hour = 0; hour < 40; hour += 1) {
    harness.clock.pass({ hours: 1 });
    await sendDueLetters(needs);
    await until(async () => (await only())?.status).not.toBe('sending');
  }
  expect(copies.filter(Boolean)).toEqual(Array(5).fill(letter?.messageId));
  expect(harness.givenUp).toHaveLength(1);
});

test('a slow server gets a letter once', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const slow = await openServer({
    onData: (stream, _session, done) => void stream.on('end', () => arrived.resolve(done)).resume(),
  });
  await harness.queueOne();
  await sendDueLetters(sender(slow.url)); // it waits only for a while
  const accept = await arrived.promise;
  expect(await only()).toMatchObject({ status: 'sending' });
  accept();
  await until(async () => (await only())?.status).toBe('sent');
  expect(await only()).toMatchObject({ attempts: 1 });
});

test('letters that hang at the mail server do not delay the others', { tags: 'long' }, async () => {
  const hanging = await openServer({
    onData: (stream, session, done) => {
      const isHung = session.envelope.rcptTo[0]?.address.startsWith('hung');
      stream.on('end', () => (isHung ? undefined : done())).resume();
    },
  });
  for (let index = 0; index < 10; index += 1) {
    await harness.queueOne({ to: { name: '', email: `hung${index}@example.com` } });
    harness.clock.pass({ seconds: 1 });
  }
  for (let index = 0; index < 5; index += 1)
    await harness.queueOne({ to: { name: '', email: `well${index}@example.com` } });
  const needs = { ...sender(hanging.url), mailer: createSmtpMailer({ smtpUrl: hanging.url }) };
  await sendDueLetters(needs);
  await until(async () => (await harness.ledger()).filter(({ status }) => status === 'sent').length).toBe(5);
  await needs.inFlight.stop(); // a mail server has ten minutes to answer, so one that waits for it hangs
  const states = async () => (await harness.ledger()).map((one) => `${one.status} ${one.unansweredAttempts}`).sort();
  await until(states).toEqual([...Array(10).fill('queued 1'), ...Array(5).fill('sent 0')]);
});
