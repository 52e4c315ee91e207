// The recipient waits: for a code from the mailbox, for a pause to end, for the questions to be opened, or for a new link.
import type { AccessState } from '@remembrance/contract/access-state.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import {
  readAccess,
  requestFreshLink,
  sendAccessCode,
  verifyAccessAnswers,
  verifyAccessCode,
} from '@remembrance/contract/vault-access.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { field, fill, hrefOf, pageText, pressTwice, readyButton, saidAt } from '../../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../../testing/open-screen.tsx';

const now = new Date('2026-11-20T10:00:00');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
const swim = 'Where did we learn to swim?';
const code = { expiresAt: inMinutes(10), resendAt: inMinutes(2) };
const field8 = 'Code from the email';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, now }));

function open(state: AccessState) {
  fakeService().reply(readAccess, state);
  const opened = openScreen('/vault-access/tok');
  const press = async (name: string) => fireEvent.click(await readyButton(name));
  return { ...opened, press };
}
const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000 + 1000));

test('the mailbox code step says why it is needed, and sends a code only on request', async () => {
  const service = fakeService();
  const { press } = open({ step: 'code' });
  await heading('One more step');
  await shows('A code from your mailbox shows that it is you. Then you can try again. Nothing is lost.');
  expect(pageText()).toContain('What comes nextAfter the code, you answer the questions.');
  expect(service.received(sendAccessCode)).toEqual([]);
  service.reply(sendAccessCode, code);
  await press('Send me the code');
  await shows('An email with a code is on its way');
  await waitFor(() => expect(field(field8)).toBe(document.activeElement));
  expect(service.received(sendAccessCode)[0]?.body).toEqual({ token: 'tok' });
});

test('two clicks before the page has updated send one code', async () => {
  const service = fakeService();
  open({ step: 'code' });
  await heading('One more step');
  service.reply(sendAccessCode, code);
  pressTwice(await readyButton('Send me the code'));
  await shows('An email with a code is on its way');
  expect(service.received(sendAccessCode)).toHaveLength(1);
});

test('the code is accepted as typed, and opens the questions', async () => {
  const service = fakeService();
  service.reply(verifyAccessCode, { questions: [swim] });
  const { press } = open({ step: 'code', code });
  await heading('One more step');
  fill(field8, ' abcd-efgh ');
  await press('Continue');
  await announces('Thank YouPlease answer the security questions');
  expect(await heading(/chosen for you/)).toBe(document.activeElement);
  expect(service.received(verifyAccessCode)[0]?.body).toEqual({ token: 'tok', code: 'abcd-efgh' });
});

test('the form asks for a blank or incomplete code, and a wrong one can be corrected', async () => {
  const service = fakeService();
  const { press } = open({ step: 'code', code });
  await heading('One more step');
  await press('Continue');
  await announces('Code RequiredPlease enter the code from the email');
  fill(field8, 'ABCD-EFG');
  await press('Continue');
  await announces('Code RequiredPlease enter all 8 characters of the code');
  expect(saidAt(field8)).toContain('Please enter all 8 characters of the code');
  expect(service.received(verifyAccessCode)).toEqual([]);
  service.refuse(verifyAccessCode, 'mailbox-code-refused');
  fill(field8, 'ABCD-EFGH');
  await press('Continue');
  await shows('This code is wrong. Please check the newest email and try again.');
  expect(saidAt(field8)).toContain('This code is wrong.');
  expect(field(field8).value).toBe('ABCD-EFGH');
});

test('an expired code offers a new one, and the old error then disappears', async () => {
  const service = fakeService();
  const { press } = open({ step: 'code', code });
  await heading('One more step');
  service.refuse(verifyAccessCode, 'mailbox-code-over');
  fill(field8, 'ABCD-EFGH');
  field(field8).focus();
  await press('Continue');
  await shows('This code no longer works. Please ask for a new code.');
  expect(screen.getByRole('group', { name: 'This step' })).toBe(document.activeElement);
  service.reply(sendAccessCode, code);
  await press('Send me the code');
  await shows('An email with a code is on its way');
  expect(pageText().match(/no longer works/g) ?? []).toHaveLength(1); // only the toast
  expect(saidAt(field8)).not.toContain('no longer works');
});

test('another code can be requested after a wait, which the page announces', async () => {
  const service = fakeService();
  const { press } = open({ step: 'code', code });
  await shows('If it does not arrive, you can request another code at 10:02 AM.');
  expect(screen.queryByRole('button', { name: 'Send another code' })).toBeNull();
  await pass(2);
  await shows('Did it not arrive?');
  service.reply(sendAccessCode, { expiresAt: inMinutes(12), resendAt: inMinutes(4) });
  await press('Send another code');
  await shows('you can request another code at 10:04 AM.');
});

test('a code that cannot be sent says so, and can be requested again', async () => {
  const service = fakeService();
  service.disconnect(sendAccessCode);
  const { press } = open({ step: 'code' });
  await press('Send me the code');
  await announces('Verification FailedThe service could not be reached.');
  service.refuse(sendAccessCode, 'next-code-waits');
  await press('Send me the code');
  await shows('Verification Failed: Too many wrong codes were entered here.');
  service.refuse(sendAccessCode, 'mailbox-code-not-needed');
  service.reply(readAccess, { step: 'questions', questions: [swim] });
  await press('Send me the code');
  await heading(/chosen for you/);
});

test('closed questions say that nothing is lost and that a code opens them', async () => {
  open({ step: 'code', locked: true });
  await heading('Questions closed');
  await shows('Nothing is lost. A code from your mailbox opens them again once.');
  await readyButton('Send me the code');
});

test('questions that only others can open name those people, and show no field', async () => {
  open({ step: 'questions', locked: true });
  await shows('Please ask the executor or us to open them again. You will then get a new email.');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Submit Answers' })).toBeNull();
});

test('a pause shows when it ends, and ends by itself', async () => {
  open({ step: 'questions', questions: [swim], pausedUntil: inMinutes(15) });
  await shows('You can try again at 10:15 AM. Nothing is lost.');
  expect(screen.queryByRole('textbox')).toBeNull();
  await pass(14);
  expect(pageText()).toContain('Please wait a little');
  await pass(1);
  await screen.findByLabelText(swim);
  expect(pageText()).not.toContain('Please wait a little');
});

test('a pause past midnight names the day, and a finished pause is not shown', async () => {
  open({ step: 'questions', questions: [swim], pausedUntil: inMinutes(24 * 60) });
  await shows('You can try again at 10:00 AM on Nov 21, 2026.');
});

test('a pause that ended before the page opened is not shown', async () => {
  open({ step: 'questions', questions: [swim], pausedUntil: inMinutes(-1) });
  await screen.findByLabelText(swim);
  expect(pageText()).not.toContain('Please wait a little');
});

test('the wrong answer that causes a pause shows it immediately', async () => {
  const { press } = open({ step: 'questions', questions: [swim] });
  fakeService().refuse(verifyAccessAnswers, 'answers-refused', { retryAt: inMinutes(15) });
  const input = await screen.findByLabelText<HTMLInputElement>(swim);
  input.value = 'Lake Como';
  input.focus();
  await press('Submit Answers');
  await shows('You can try again at 10:15 AM.');
  expect(screen.getByRole('group', { name: 'This step' })).toBe(document.activeElement);
});

test('the wrong answer that makes a code necessary leads to its step', async () => {
  const { press } = open({ step: 'questions', questions: [swim] });
  const service = fakeService();
  const input = await screen.findByLabelText<HTMLInputElement>(swim);
  service.refuse(verifyAccessAnswers, 'answers-refused');
  service.reply(readAccess, { step: 'code' });
  input.value = 'Lake Como';
  await press('Submit Answers');
  expect(await heading('One more step')).toBe(document.activeElement);
});

test('an unknown link says so, and who to write to', async () => {
  fakeService().refuse(readAccess, 'link-not-found');
  openScreen('/vault-access/unknown');
  await heading('Link not found');
  await shows('Please open the link in our email again, or copy the complete link.');
  expect(hrefOf('support@example.org')).toBe('mailto:support@example.org');
});

test('a link that is too long or has a strange character in it is not called a passing trouble', async () => {
  fakeService().refuse(readAccess, 'invalid-input');
  openScreen('/vault-access/damaged');
  await heading('Link not found');
  await shows('This link is damaged. Please open the link in our email again, or copy the complete link.');
});

test('an expired link says that nothing is lost, and one press sends a new one', async () => {
  const service = fakeService();
  service.refuse(readAccess, 'link-expired');
  openScreen('/vault-access/old');
  await heading('This link has expired');
  await shows('What was left for you is still here.');
  service.disconnect(requestFreshLink);
  fireEvent.click(await readyButton('Send a new link'));
  await announces('Not SentThe service could not be reached.');
  service.reply(requestFreshLink, { sent: true });
  fireEvent.click(await readyButton('Send a new link'));
  await shows('A new link is on its wayPlease check the mailbox that got our first email.');
  expect(service.received(requestFreshLink)[1]?.body).toEqual({ token: 'old' });
});

test('UNDO-1: the link of an undone release says kindly that there is nothing here now, and neither who nor why', async () => {
  fakeService().refuse(readAccess, 'link-withdrawn');
  openScreen('/vault-access/gone');
  await heading('There is nothing here now');
  await shows('You have done nothing wrong, and there is nothing you need to do.');
  await shows('If there is something for you later, we will write to you again.');
  expect(pageText()).not.toMatch(/undone|release|owner|executor/i);
});

test('if the service cannot be reached, the page says that nothing is lost, and retries', async () => {
  const service = fakeService();
  service.disconnect(readAccess);
  const { user } = openScreen('/vault-access/tok');
  await heading('This cannot be opened at the moment');
  await shows('What was left for you is still here.');
  service.reply(readAccess, { step: 'email' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Something was left for you');
});

test('a vault whose questions cannot be opened says so, and the page promises nothing about it', async () => {
  fakeService().refuse(readAccess, 'vault-unreadable');
  openScreen('/vault-access/tok');
  await heading('This cannot be opened at the moment');
  await shows(refusals['vault-unreadable'].detail);
  expect(pageText()).not.toContain('still here');
});

test('a page that could not be opened retries when the connection returns or the page becomes visible', async () => {
  const service = fakeService();
  service.disconnect(readAccess);
  openScreen('/vault-access/tok');
  await heading('This cannot be opened at the moment');
  await shows('This page tries again automatically when you are online.');
  const asked = service.received(readAccess).length;
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(service.received(readAccess).length).toBeGreaterThan(asked));
  await heading('This cannot be opened at the moment');
  service.reply(readAccess, { step: 'questions', questions: [swim] });
  fireEvent(window, new Event('online'));
  await heading(/chosen for you/);
});
