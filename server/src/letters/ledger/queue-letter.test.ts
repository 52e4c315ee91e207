// A letter exists exactly if its transaction commits, once for each once-key, and nobody can read it in the database.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  codeLetter,
  type LetterHarness,
  openLetterHarness,
  reminderLetter,
  secretCode,
  sendLetter,
} from '../../../testing/letter-harness.ts';
import { until } from '../../../testing/until.ts';
import { letters } from '../../platform/database/schema.ts';
import { sendDueLetters } from '../sending/send-due-letters.ts';
import { lettersChannel } from './letter-batch-store.ts';
import { queueLetter } from './queue-letter.ts';

let harness: LetterHarness;
beforeAll(async () => {
  harness = await openLetterHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.delete(letters);
});

test('a letter queued in a transaction that is rolled back does not exist', async () => {
  const failing = harness.database.transaction(async (tx) => {
    await queueLetter({ ...harness, letterDomain: 'keep.example' }, tx, {
      to: { name: 'Edda', email: 'edda@example.com' },
      content: codeLetter,
    });
    throw new Error('the release was lost');
  });
  await expect(failing).rejects.toThrow('the release was lost');
  expect(await harness.ledger()).toEqual([]);
});

test('a letter whose transaction commits is in the ledger and due immediately', async () => {
  await harness.queueOne();
  const [letter] = await harness.ledger();
  expect(letter).toMatchObject({
    kind: 'executor-code',
    recipient: 'edda@example.com',
    status: 'queued',
    attempts: 0,
    dueAt: harness.clock.now(),
    messageId: `<${letter?.id}@keep.example>`,
  });
});

test('letters with the same once-key are one letter, even if they are queued concurrently', {
  tags: 'long',
}, async () => {
  const onceKey = 'vault-released 42';
  await Promise.all(Array.from({ length: 10 }, () => harness.queueOne({ onceKey })));
  await harness.queueOne({ onceKey });
  await harness.queueOne({ onceKey: 'vault-released 43' });
  expect(await harness.ledger()).toHaveLength(2);
});

test('a once-key whose transaction was rolled back is free again', async () => {
  const onceKey = 'vault-released 44';
  const needs = { ...harness, letterDomain: 'keep.example' };
  const letter = { to: { name: 'Edda', email: 'edda@example.com' }, content: codeLetter, onceKey };
  const failing = harness.database.transaction(async (tx) => {
    await queueLetter(needs, tx, letter);
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  await harness.queueOne({ onceKey });
  expect(await harness.ledger()).toHaveLength(1);
});

test('a letter that nobody waits for is left to the scan, so that it delays no other', async () => {
  const notified: string[] = [];
  const client = new pg.Client(harness.connection);
  client.on('notification', ({ payload = '' }) => notified.push(payload));
  await client.connect();
  await client.query(`listen ${lettersChannel}`);
  await harness.queueOne({ content: reminderLetter });
  await harness.queueOne();
  const awaited = (await harness.ledger()).find(({ kind }) => kind === codeLetter.kind);
  await until(() => notified).toEqual([awaited?.id]);
  expect(await sendDueLetters(harness.needs)).toBe(2);
  await client.end();
});

test("LET-3: the ledger stores the source of a letter's secret, but not the secret", async () => {
  await harness.queueOne();
  const rows = JSON.stringify(await harness.ledger());
  expect(rows).toContain('"of":"a test"');
  for (const secret of [secretCode, secretCode.replaceAll('-', '')]) expect(rows).not.toContain(secret);
});

test('the content of a letter is erased once it is sent', async () => {
  await harness.queueOne();
  expect(await sendLetter(harness.needs)).toBe('sent');
  const [letter] = await harness.ledger();
  expect(letter).toMatchObject({ status: 'sent', facts: null, sentAt: harness.clock.now() });
  expect(harness.mailer.sent.at(-1)?.text).toContain(secretCode);
});
