import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { letters } from '../database/schema.ts';
import { type LetterOffice, openLetterOffice } from '../testing/letter-office.ts';
import { notifyOperator, oncePerDay } from './notify-operator.ts';
import { sendLetter } from './send-letter.ts';

let office: LetterOffice;
beforeAll(async () => {
  office = await openLetterOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.database.delete(letters);
  office.mailer.sent.length = 0;
});

const notify = (onceKey: string) =>
  office.database.transaction((tx) =>
    notifyOperator({ ...office, letterDomain: 'keep.example', operatorEmail: 'op@keep.example' }, tx, {
      what: 'Scheduled releases are held',
      facts: ['Three releases wait.'],
      onceKey,
    }),
  );

test('OP-1: the operator gets one letter for an event, however often it is noticed', async () => {
  await Promise.all([notify('clock 7'), notify('clock 7'), notify('clock 8')]);
  expect(await office.ledger()).toHaveLength(2);
  expect(await sendLetter(office.needs)).toBe('sent');
  expect(office.mailer.sent[0]).toMatchObject({
    to: { email: 'op@keep.example' },
    subject: 'Keepsake, for the operator: Scheduled releases are held',
  });
  expect(office.mailer.sent[0]?.text).toContain('Three releases wait.');
});

test('OP-1: an event that goes on is told once a day', async () => {
  const event = () => oncePerDay('file 7', office.clock.now());
  await notify(event());
  office.clock.pass({ hours: 5 });
  await notify(event());
  office.clock.pass({ hours: 24 });
  await notify(event());
  expect(await office.ledger()).toHaveLength(2);
});
