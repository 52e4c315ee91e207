import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { letters } from '../database/schema.ts';
import { codeLetter, type LetterOffice, openLetterOffice, secretCode } from '../testing/letter-office.ts';
import { queueLetter } from './queue-letter.ts';
import { sendLetter } from './send-letter.ts';

let office: LetterOffice;
beforeAll(async () => {
  office = await openLetterOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.database.delete(letters);
  await office.pool.query('delete from pgboss.job');
});

const jobs = async () => (await office.pool.query('select data from pgboss.job')).rows;

test('LET-1: a letter queued in a transaction that is rolled back does not exist, and neither does its job', async () => {
  const failing = office.database.transaction(async (tx) => {
    await queueLetter({ ...office, letterDomain: 'keep.example' }, tx, {
      to: { name: 'Edda', email: 'edda@example.com' },
      content: codeLetter,
    });
    throw new Error('the release was lost');
  });
  await expect(failing).rejects.toThrow('the release was lost');
  expect(await office.ledger()).toEqual([]);
  expect(await jobs()).toEqual([]);
});

test('LET-1: a letter whose transaction commits is in the ledger, due at once, with its job', async () => {
  await office.queueOne();
  const [letter] = await office.ledger();
  expect(letter).toMatchObject({
    kind: 'executor-code',
    recipient: 'edda@example.com',
    status: 'queued',
    attempts: 0,
    dueAt: office.clock.now(),
    messageId: `<${letter?.id}@keep.example>`,
  });
  expect(await jobs()).toEqual([{ data: { letterId: letter?.id } }]);
});

test('LET-2: letters with the same once-key are one letter with one job, even when queued at the same moment', async () => {
  const onceKey = 'vault-released 42';
  await Promise.all(Array.from({ length: 10 }, () => office.queueOne({ onceKey })));
  await office.queueOne({ onceKey });
  await office.queueOne({ onceKey: 'vault-released 43' });
  expect(await office.ledger()).toHaveLength(2);
  expect(await jobs()).toHaveLength(2);
});

test('LET-2: a once-key whose transaction was rolled back is free again', async () => {
  const onceKey = 'vault-released 44';
  const needs = { ...office, letterDomain: 'keep.example' };
  const letter = { to: { name: 'Edda', email: 'edda@example.com' }, content: codeLetter, onceKey };
  const failing = office.database.transaction(async (tx) => {
    await queueLetter(needs, tx, letter);
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  await office.queueOne({ onceKey });
  expect(await office.ledger()).toHaveLength(1);
});

test('LET-3: what a letter says cannot be read in the database', async () => {
  await office.queueOne();
  const rows = JSON.stringify([await office.ledger(), await jobs()]);
  for (const secret of [secretCode, 'For Rosa', 'executor-access', 'Edda Brandt']) expect(rows).not.toContain(secret);
});

test('LET-3: what a letter says opens for its own row only', async () => {
  await office.queueOne();
  await office.queueOne();
  const [first, second] = await office.ledger();
  await office.database.update(letters).set({ sealedContent: first?.sealedContent });
  expect(await sendLetter(office.needs, second?.id)).toBe('later');
});

test('LET-4: what a letter says is erased once it is sent', async () => {
  await office.queueOne();
  expect(await sendLetter(office.needs)).toBe('sent');
  const [letter] = await office.ledger();
  expect(letter).toMatchObject({ status: 'sent', sealedContent: null, sentAt: office.clock.now() });
  expect(office.mailer.sent.at(-1)?.text).toContain(secretCode);
});
