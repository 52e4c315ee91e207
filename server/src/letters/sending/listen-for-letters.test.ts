// A committed letter is sent immediately, by one process, even after the database connection was lost and restored.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeLetter, type LetterHarness, openLetterHarness } from '../../../testing/letter-harness.ts';
import { until } from '../../../testing/until.ts';
import { letters } from '../../platform/database/schema.ts';
import { queueLetter } from '../ledger/queue-letter.ts';
import { type LetterListener, listenForLetters } from './listen-for-letters.ts';

let harness: LetterHarness;
const listeners: LetterListener[] = [];
beforeAll(async () => {
  harness = await openLetterHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.delete(letters);
  harness.mailer.sent.length = 0;
  harness.mailer.beforeSend = async () => {};
});
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.stop();
});

async function listen(needs = harness.needs) {
  const connection = { ...harness.connection, application_name: 'remembrance-letters' };
  const listener = await listenForLetters(connection, needs);
  listeners.push(listener);
  return listener;
}
const recipients = () => harness.mailer.sent.map(({ to }) => to.email).toSorted();
const letterTo = (email: string) => ({ to: { name: 'Rosa', email }, content: codeLetter });

test('a letter is sent as soon as its transaction has committed', async () => {
  await listen();
  await harness.queueOne({ to: { name: 'Rosa', email: 'rosa@example.com' } });
  await until(recipients).toEqual(['rosa@example.com']);
});

test('a letter whose transaction is rolled back is not sent', async () => {
  await listen();
  const failing = harness.database.transaction(async (tx) => {
    await queueLetter({ ...harness, letterDomain: 'keep.example' }, tx, letterTo('lost@example.com'));
    throw new Error('lost');
  });
  await expect(failing).rejects.toThrow('lost');
  await harness.queueOne();
  await until(recipients).toEqual(['edda@example.com']);
});

test('letters committed together are each sent once, even if two processes are notified of all', {
  tags: 'long',
}, async () => {
  await listen();
  await listen(harness.elsewhere());
  const many = Array.from({ length: 16 }, (_, index) => letterTo(`rosa${10 + index}@example.com`));
  await harness.database.transaction((tx) => queueLetter({ ...harness, letterDomain: 'keep.example' }, tx, ...many));
  const all = many.map(({ to }) => to.email);
  await until(async () => (await harness.ledger()).map(({ status }) => status)).toEqual(all.map(() => 'sent'));
  expect(recipients()).toEqual(all);
});

test('a letter whose sending fails is left to the scan, and the next one is sent', async () => {
  harness.mailer.beforeSend = async () => {
    harness.mailer.beforeSend = async () => {};
    throw new Error('451 try again later');
  };
  await listen();
  await harness.queueOne();
  await until(async () => (await harness.ledger()).map(({ lastError }) => lastError)).toEqual(['451 try again later']);
  await harness.queueOne({ to: { name: 'Rosa', email: 'rosa@example.com' } });
  await until(recipients).toEqual(['rosa@example.com']);
});

test('a listener is notified again after its connection was lost', { tags: 'long' }, async () => {
  await listen();
  const ended = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'remembrance-letters' and datname = current_database()`;
  const listening = `select count(*)::int as count from pg_stat_activity
    where application_name = 'remembrance-letters' and datname = current_database() and query like 'listen%' and state = 'idle'`;
  await onServer(ended);
  await until(async () => (await onServer(listening))[0].count).toBe(1);
  await harness.queueOne();
  await until(recipients).toEqual(['edda@example.com']);
});

test('a stopped listener sends nothing more and holds no connection', async () => {
  const listener = await listen();
  await listener.stop();
  await harness.queueOne();
  expect(
    await onServer(
      "select 1 from pg_stat_activity where application_name = 'remembrance-letters' and datname = current_database()",
    ),
  ).toEqual([]);
  expect(recipients()).toEqual([]);
});

async function onServer(statement: string) {
  const client = new pg.Client(harness.connection);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
