// The pages about a letter: after signing up, after an expired link, and for a forgotten password.
import { requestPasswordReset, resendVerification } from '@remembrance/contract/sign-in.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pressTwice } from '../../../testing/on-screen.ts';
import { alerts, descriptionOf, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { serviceFacts } from '../../../testing/samples.ts';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const press = (name: string) => screen.getByRole('button', { name });

test('after signing up the letter can be sent again without retyping the address', async () => {
  const service = fakeService();
  service.reply(resendVerification, { email: 'ada@example.com' });
  openScreen('/check-your-mail?next=%2Faccount', { state: { email: 'ada@example.com' } });
  await heading('Check your mail');
  expect(screen.queryByLabelText('Email')).toBeNull();
  pressTwice(press('Send again'));
  await shows('A new email is on its way to ada@example.com.');
  expect(service.received(resendVerification).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', next: '/account' },
  ]);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/sign-in?next=%2Faccount');
});

test('the notice of a new letter disappears during another request, and stays away if that is refused', async () => {
  const service = fakeService();
  service.reply(resendVerification, { email: 'ada@example.com' });
  const { user } = openScreen('/check-your-mail', { state: { email: 'ada@example.com' } });
  await heading('Check your mail');
  await user.click(press('Send again'));
  await shows('A new email is on its way');
  service.refuse(resendVerification, 'too-many-requests');
  await user.click(press('Send again'));
  await alerts('There were too many tries. Please wait a moment and try again.');
  expect(document.body.textContent).not.toContain('A new email is on its way');
});

test('a page reopened later asks for the address, which it no longer knows', async () => {
  const service = fakeService();
  service.reply(resendVerification, { email: 'ada@example.com' });
  const { user } = openScreen('/check-your-mail');
  await heading('Check your mail');
  await shows('We have sent you an email.');
  await user.click(press('Send again'));
  await waitFor(() => expect(descriptionOf(email())).toBe('Valid email is required'));
  expect(document.activeElement).toBe(email());
  await user.type(email(), 'ada@example.com{Enter}');
  await shows('A new email is on its way to ada@example.com.');
});

test('the page reports an invalid address, which can be corrected', async () => {
  const service = fakeService();
  service.reply(resendVerification, { email: 'ada@example.com' });
  const { user } = openScreen('/check-your-mail', { state: { email: 'ada@example' } });
  await heading('Check your mail');
  await shows('We have sent you an email.');
  await user.click(press('Send again'));
  await shows('Valid email is required');
  await user.type(email(), '.com{Enter}');
  await shows('A new email is on its way to ada@example.com.');
});

test('after an expired link the page asks for the address and sends a new letter', async () => {
  const service = fakeService();
  service.reply(resendVerification, { email: 'ada@example.com' });
  const { user } = openScreen('/check-your-mail?expired=1');
  await heading('Ask for a new email');
  await user.type(email(), 'ada@example.com');
  await user.click(press('Send a new email'));
  await shows('A new email is on its way to ada@example.com.');
});

test('a forgotten password sends a link, and the page does not reveal whether there is an account', async () => {
  const service = fakeService();
  service.reply(requestPasswordReset, { email: 'ada@example.com' });
  const { user } = openScreen('/forgotten-password?next=%2Faccount');
  await heading('Forgotten password');
  await user.click(press('Send the link'));
  await shows('Valid email is required');
  await user.type(email(), ' ada@example.com ');
  pressTwice(press('Send the link'));
  const title = await heading('Check your mail');
  await shows('If there is an account for ada@example.com, an email with the link is on its way.');
  expect(document.activeElement).toBe(title);
  expect(service.received(requestPasswordReset).map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/sign-in?next=%2Faccount');
});

test('after a letter to a mistyped address the person can request one to another', async () => {
  const service = fakeService();
  service.replyWith(requestPasswordReset, ({ body }) => body as { email: string });
  const { user } = openScreen('/forgotten-password');
  await heading('Forgotten password');
  await user.type(email(), 'ada@example.con{Enter}');
  await shows('If there is an account for ada@example.con');
  await user.click(press('Use another address'));
  await heading('Forgotten password');
  expect(email().value).toBe('ada@example.con');
  await user.type(email(), '{Backspace}m{Enter}');
  await shows('If there is an account for ada@example.com');
});

test('a password reset that failed offline can be requested again', async () => {
  const service = fakeService();
  service.disconnect(requestPasswordReset);
  const { user } = openScreen('/forgotten-password');
  await heading('Forgotten password');
  await user.type(email(), 'ada@example.com');
  await user.click(press('Send the link'));
  await alerts('The service could not be reached.');
  expect(email().value).toBe('ada@example.com');
});

test.each([
  ['/forgotten-password', 'Forgotten password', 'Send the link'],
  ['/check-your-mail?expired=1', 'Ask for a new email', 'Send a new email'],
])('if no mail is sent, %s leads to the mailbox', async (address, title, button) => {
  const service = fakeService();
  service.reply(requestPasswordReset, { email: 'ada@example.com' });
  service.reply(resendVerification, { email: 'ada@example.com' });
  const { user } = openScreen(address, { facts: { ...serviceFacts, letters: 'kept', mailboxPath: '/dev/mail' } });
  await heading(title);
  await user.type(email(), 'ada@example.com');
  await user.click(press(button));
  const link = await screen.findByRole('link', { name: 'Open the mailbox' });
  expect(link.getAttribute('href')).toBe('/dev/mail');
});
