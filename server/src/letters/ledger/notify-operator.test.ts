// The operator gets one letter for an event, and one a day for an event that continues.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LetterHarness, openLetterHarness, sendLetter } from '../../../testing/letter-harness.ts';
import { letters } from '../../platform/database/schema.ts';
import { notifyOperator, oncePerDay } from './notify-operator.ts';

let harness: LetterHarness;
beforeAll(async () => {
  harness = await openLetterHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.database.delete(letters);
  harness.mailer.sent.length = 0;
});

const notify = (onceKey: string) =>
  harness.database.transaction((tx) =>
    notifyOperator({ ...harness, letterDomain: 'keep.example', operatorEmail: 'op@keep.example' }, tx, {
      what: 'Scheduled releases are held',
      facts: ['Three releases wait.'],
      onceKey,
    }),
  );

test('the operator gets one letter for an event, however often it is noticed', async () => {
  await Promise.all([notify('clock 7'), notify('clock 7'), notify('clock 8')]);
  expect(await harness.ledger()).toHaveLength(2);
  expect(await sendLetter(harness.needs)).toBe('sent');
  expect(harness.mailer.sent[0]).toMatchObject({
    to: { email: 'op@keep.example' },
    subject: 'Keepsake, for the operator: Scheduled releases are held',
  });
  expect(harness.mailer.sent[0]?.text).toContain('Three releases wait.');
});

test('the operator gets one letter a day about an event that continues', async () => {
  const event = () => oncePerDay('file 7', harness.clock.now());
  await notify(event());
  harness.clock.pass({ hours: 5 });
  await notify(event());
  harness.clock.pass({ hours: 24 });
  await notify(event());
  expect(await harness.ledger()).toHaveLength(2);
});
