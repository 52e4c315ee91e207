// Two clicks in a row on a slow device are one guess: guesses are counted, and every wrong one brings a pause closer.
import { readAccess, verifyAccessAnswers, verifyAccessCode } from '@remembrance/contract/vault-access.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, pressTwice, readyButton } from '../../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen } from '../../../../testing/open-screen.tsx';

const pressTwiceOn = async (name: string) => pressTwice(await readyButton(name));

test('two concurrent submissions of the answers are one guess, and the next click is another', async () => {
  const service = fakeService();
  service.reply(readAccess, { step: 'questions', questions: ['Where did we swim'] });
  service.refuse(verifyAccessAnswers, 'answers-refused');
  openScreen('/vault-access/tok');
  await heading(/chosen for you/);
  (await screen.findByRole<HTMLInputElement>('textbox')).value = 'Lake Como';
  await pressTwiceOn('Submit Answers');
  await announces('Incorrect answers');
  expect(service.received(verifyAccessAnswers)).toHaveLength(1);
  await pressTwiceOn('Submit Answers');
  await expect.poll(() => service.received(verifyAccessAnswers).length).toBe(2);
});

test('two concurrent submissions of a mailbox code are one try, and the next click is another', async () => {
  const service = fakeService();
  const inFuture = new Date(Date.now() + 600_000).toISOString();
  service.reply(readAccess, { step: 'code', code: { expiresAt: inFuture, resendAt: inFuture } });
  service.refuse(verifyAccessCode, 'mailbox-code-refused');
  openScreen('/vault-access/tok');
  await heading('One more step');
  fill('Code from the email', 'ABCD-EFGH');
  await pressTwiceOn('Continue');
  await announces('This code is wrong.');
  expect(service.received(verifyAccessCode)).toHaveLength(1);
  await pressTwiceOn('Continue');
  await expect.poll(() => service.received(verifyAccessCode).length).toBe(2);
});
