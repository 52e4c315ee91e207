// A letter is sent once, survives a sender that dies and a server that fails, and is given up late.

import { mailedCode } from '@remembrance/contract/limits.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LetterHarness, openLetterHarness, sendLetter } from '../../../testing/letter-harness.ts';
import { until } from '../../../testing/until.ts';
import { deriveSecret, type SecretSource } from '../../keys/secret/mailed-secret.ts';
import { acts, letters } from '../../platform/database/schema.ts';
import { MailDeclined, MailRefused, MailUnanswered, MailUnavailable } from '../mailers/mailer.ts';

let harness: LetterHarness;
beforeAll(async () => {
  harness = await openLetterHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.delete(letters);
  harness.mailer.sent.length = 0;
  harness.mailer.beforeSend = async () => {};
  harness.logged.length = 0;
  harness.givenUp.length = 0;
});

const only = async () => {
  const [letter] = await harness.ledger();
  if (!letter) throw new Error('the ledger is empty');
  return letter;
};

test('LET-5: a letter is sent once, even by twenty concurrent senders', async () => {
  await harness.queueOne();
  const { id } = await only();
  const senders = Array.from({ length: 20 }, (_, index) => sendLetter(harness.needs, index % 2 ? id : undefined));
  expect((await Promise.all(senders)).filter((outcome) => outcome === 'sent')).toHaveLength(1);
  expect(harness.mailer.sent).toHaveLength(1);
});

test('LET-5: while one sender is sending a letter no other claims it', async () => {
  await harness.queueOne();
  const { promise: answer, resolve: finish } = Promise.withResolvers<void>();
  const { promise: handedOver, resolve: begin } = Promise.withResolvers<void>();
  harness.mailer.beforeSend = () => {
    begin();
    return answer;
  };
  const sending = sendLetter(harness.needs);
  await handedOver;
  harness.clock.pass({ seconds: 89 });
  expect(await sendLetter(harness.elsewhere())).toBe('none-begun');
  harness.clock.pass({ days: 700 });
  expect(await sendLetter(harness.needs)).toBe('none-begun'); // the process remembers what it is sending, whatever the clock shows
  finish();
  expect(await sending).toBe('sent');
});

test('LET-6: when a sender dies, its letter is sent again with the same Message-ID once its lease has ended', async () => {
  await harness.queueOne();
  const { promise: handedOver, resolve: begin } = Promise.withResolvers<string>();
  harness.mailer.beforeSend = (letter) => {
    begin(letter.messageId);
    return new Promise(() => {}); // the process dies before the reply
  };
  void sendLetter(harness.elsewhere());
  const messageId = await handedOver;
  harness.mailer.beforeSend = async () => {};
  harness.clock.pass({ hours: 1 });
  expect(await sendLetter(harness.needs)).toBe('sent');
  expect(harness.mailer.sent.map((letter) => letter.messageId)).toEqual([messageId]);
  expect(await only()).toMatchObject({ status: 'sent', attempts: 2 });
});

test('after the lease has ended a success still counts, and a failure changes nothing', async () => {
  await harness.queueOne();
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begins = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let tries = 0;
  harness.mailer.beforeSend = () => {
    const turn = tries++;
    begins[turn]?.resolve();
    return answers[turn]?.promise ?? Promise.resolve();
  };
  const first = sendLetter(harness.needs);
  await begins[0]?.promise;
  harness.clock.pass({ hours: 1 });
  const second = sendLetter(harness.elsewhere());
  await begins[1]?.promise;
  answers[0]?.reject(new Error('452 busy'));
  await first;
  expect(await only()).toMatchObject({ status: 'sending', attempts: 2 });
  harness.clock.pass({ hours: 1 });
  answers[1]?.resolve();
  await second;
  expect(await only()).toMatchObject({ status: 'sent' });
  expect(await sendLetter(harness.needs)).toBe('none-begun');
});

test('a failed letter is retried after its pause, and not earlier', async () => {
  await harness.queueOne();
  harness.mailer.beforeSend = () => Promise.reject(new Error('451 4.3.0 try again later'));
  expect(await sendLetter(harness.needs)).toBe('later');
  expect(await only()).toMatchObject({ status: 'queued', attempts: 1, lastError: '451 4.3.0 try again later' });
  harness.mailer.beforeSend = async () => {};
  harness.clock.pass({ seconds: 29 });
  expect(await sendLetter(harness.needs)).toBe('none-begun');
  harness.clock.pass({ seconds: 1 });
  expect(await sendLetter(harness.needs)).toBe('sent');
  expect(await only()).toMatchObject({ status: 'sent', lastError: null });
});

test('each step of a letter and each outage is recorded once, without address and content', async () => {
  await harness.queueOne();
  harness.clock.pass({ seconds: 1 }); // steps are listed in the order of their time
  harness.mailer.beforeSend = () => Promise.reject(new MailUnavailable('connect ECONNREFUSED'));
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await sendLetter(harness.needs)).toBe('unavailable');
    harness.clock.pass({ seconds: 60 });
  }
  harness.mailer.beforeSend = () => Promise.reject(new Error('452 <edda@example.com> is busy'));
  expect(await sendLetter(harness.needs)).toBe('later');
  harness.clock.pass({ seconds: 60 });
  harness.mailer.beforeSend = async () => {};
  expect(await sendLetter(harness.needs)).toBe('sent');
  const ofLetter = eq(acts.letterId, (await only()).id);
  const steps = await harness.database.select().from(acts).where(ofLetter).orderBy(acts.at, acts.id);
  expect(steps.map(({ event, detail }) => ({ event, detail }))).toEqual([
    { event: 'letter-queued', detail: {} },
    { event: 'letter-tried', detail: { attempt: 1, reason: 'connect ECONNREFUSED' } },
    { event: 'letter-tried', detail: { attempt: 1, reason: '452 <(address)> is busy' } },
    { event: 'letter-accepted', detail: { attempt: 2 } },
  ]);
  expect(steps).toEqual(steps.map((step) => ({ ...step, vaultId: null, personId: null, actor: 'service' })));
});

test('a letter that never gets through is tried for more than four weeks before it is given up', async () => {
  await harness.queueOne();
  const { createdAt } = await only();
  harness.mailer.beforeSend = () => Promise.reject(new Error('452 4.2.2 mailbox full'));
  let letter = await only();
  while (letter.status === 'queued') {
    harness.clock.moveTo(letter.dueAt);
    await sendLetter(harness.needs);
    letter = await only();
  }
  expect(letter.status).toBe('failed');
  expect(letter.facts).not.toBeNull();
  expect(harness.clock.now().getTime() - createdAt.getTime()).toBeGreaterThan(28 * 86_400_000);
});

test('a refused address ends a letter immediately; the reason is stored without the address, and its facts stay', async () => {
  await harness.queueOne();
  harness.mailer.beforeSend = () =>
    Promise.reject(new MailRefused('550 5.1.1 <edda@example.com>: no such user at https://x.example/why'));
  expect(await sendLetter(harness.needs)).toBe('failed');
  const letter = await only();
  expect(letter).toMatchObject({ status: 'failed', lastError: '550 5.1.1 <(address)>: no such user at (link)' });
  expect(letter.facts).not.toBeNull();
  expect(JSON.stringify(harness.logged)).not.toContain('edda@example.com');
  harness.clock.pass({ days: 365 });
  expect(await sendLetter(harness.needs)).toBe('none-begun');
});

test('LET-10: an unavailable mail server costs a letter no attempt and no long pause', async () => {
  await harness.queueOne();
  harness.mailer.beforeSend = () => Promise.reject(new MailUnavailable('connect ECONNREFUSED'));
  for (let hour = 0; hour < 50; hour += 1) {
    expect(await sendLetter(harness.needs)).toBe('unavailable');
    harness.clock.pass({ seconds: 60 });
  }
  expect(await only()).toMatchObject({ status: 'queued', attempts: 0 });
  harness.mailer.beforeSend = async () => {};
  expect(await sendLetter(harness.needs)).toBe('sent');
});

test('a letter is marked as automated, and goes to the one address of its row under a clean name', async () => {
  await harness.queueOne({ to: { name: 'Edda\r\nBcc: eve@evil.example', email: 'edda@example.com' } });
  await sendLetter(harness.needs);
  expect(harness.mailer.sent[0]).toMatchObject({
    from: { name: 'Keepsake', email: 'letters@keep.example' },
    to: { name: 'Edda Bcc: eve@evil.example', email: 'edda@example.com' },
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
});

test('replies to a letter go to the support address', async () => {
  await harness.queueOne();
  await sendLetter(harness.needs);
  expect(harness.mailer.sent[0]?.replyTo).toBe('help@keep.example');
});

/** Tries the letter whenever it is due until it is given up; returns the number of days and tries. */
async function tryToTheEnd(failure: () => Error) {
  await harness.queueOne();
  const { createdAt } = await only();
  let tries = 0;
  harness.mailer.beforeSend = () => {
    tries += 1;
    return Promise.reject(failure());
  };
  for (let letter = await only(); letter.status === 'queued'; letter = await only()) {
    harness.clock.moveTo(letter.dueAt);
    await sendLetter(harness.needs);
  }
  return { tries, days: (harness.clock.now().getTime() - createdAt.getTime()) / 86_400_000 };
}

test('a letter refused without a reason is tried for more than three days and then reported as given up', async () => {
  const { days } = await tryToTheEnd(() => new MailDeclined('550 relay not permitted'));
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(4);
  expect(harness.givenUp).toMatchObject([{ kind: 'executor-code' }]);
});

test('a letter without a reply is tried once an hour, five times in total, and then reported', async () => {
  const { tries, days } = await tryToTheEnd(() => new MailUnanswered('Connection closed unexpectedly'));
  expect(tries).toBe(5);
  expect(Math.round(days * 24)).toBe(4);
  expect(harness.givenUp).toHaveLength(1);
});

test('a clock that goes back does not delay a letter, no matter who had claimed it', async () => {
  await harness.queueOne();
  harness.mailer.beforeSend = () => Promise.reject(new Error('451 4.3.0 try again later'));
  await sendLetter(harness.needs);
  const { promise: handedOver, resolve: begin } = Promise.withResolvers<void>();
  await harness.queueOne();
  harness.mailer.beforeSend = () => {
    begin();
    return new Promise(() => {}); // its process has ended
  };
  void sendLetter(harness.elsewhere());
  await handedOver;
  harness.mailer.beforeSend = async () => {};
  harness.clock.pass({ hours: -1 });
  expect([await sendLetter(harness.needs), await sendLetter(harness.needs)]).toEqual(['sent', 'sent']);
});

test('a process sends no more concurrent letters than a mail server allows connections', async () => {
  let handedOver = 0;
  harness.mailer.beforeSend = () => {
    handedOver += 1;
    return new Promise(() => {});
  };
  const process = harness.elsewhere();
  for (let index = 0; index < 26; index += 1) await harness.queueOne();
  void Promise.all(Array.from({ length: 24 }, () => sendLetter(process)));
  // Waits for all of them, so that none is left for the next test's mailer.
  await until(() => handedOver).toBe(24);
  expect(process.inFlight.ids()).toHaveLength(24);
  expect(await sendLetter(process)).toBe('none-begun');
});

test('during a hold only sign-in codes are sent, and no code from before the hold', async () => {
  const { clock, queueOne } = harness;
  // On hold the journal is not written, so nothing says whether it could be.
  const onHold = harness.elsewhere({ isOnHold: async () => true, isCutOff: () => true });
  const facts = {
    firstName: 'Ona',
    device: 'Firefox on Linux',
    network: '192.0.2.7',
    others: [],
    resetLink: 'https://keep.example',
  };
  const sourceOf = (of: string): SecretSource => ({ form: 'code', of, salt: 'a salt' });
  const ask = (of: string) => {
    const code = { before: '', secret: sourceOf(of) };
    return queueOne({ content: { kind: 'sign-in-code', facts: { ...facts, code, at: clock.now().toISOString() } } });
  };
  await queueOne();
  await ask('an earlier one');
  clock.pass({ minutes: mailedCode.minutes });
  const [other] = await harness.ledger();
  expect(await sendLetter(onHold, other?.id)).toBe('none-begun');
  expect(await sendLetter(onHold)).toBe('none-begun');
  await ask('this one');
  expect(await sendLetter(onHold)).toBe('sent');
  expect(await sendLetter(onHold)).toBe('none-begun');
  expect(harness.mailer.sent.map(({ text }) => text)).toEqual([
    expect.stringContaining(deriveSecret(harness.keyring, sourceOf('this one'))),
  ]);
});
