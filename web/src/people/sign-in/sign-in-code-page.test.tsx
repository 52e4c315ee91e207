// The emailed code, needed after the password in a browser that never used the account.
import { signIn } from '@remembrance/contract/sign-in.ts';
import { answerSignInCode, resendSignInCode } from '@remembrance/contract/sign-in-code.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, pressTwice } from '../../../testing/on-screen.ts';
import {
  alerts,
  descriptionOf,
  fakeService,
  heading,
  openScreen,
  sentTo,
  shows,
} from '../../../testing/open-screen.tsx';
import { ada, serviceFacts } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';

const title = 'Enter the code from our email';
const code = () => screen.getByLabelText<HTMLInputElement>('Code from the email');
const startAgainLinks = () =>
  screen.getAllByRole('link', { name: 'Start again' }).map((link) => link.getAttribute('href'));

test('after the password the page says where the code went, and the code is sent once and continues to the destination', {
  tags: 'long',
}, async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.refuse(signIn, 'sign-in-code-needed');
  service.reply(answerSignInCode, { user: ada });
  const { user } = openScreen('/sign-in?next=%2Faccount');
  await heading('Welcome back');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'a quiet lake in march{Enter}');
  await heading(title);
  await shows('We sent a code to ada@example.com. We ask for it once in each new browser.');
  expect(window.location.search).toBe('?next=%2Faccount');
  expect(code().autocomplete).toBe('one-time-code');
  await user.click(button('Log In'));
  await waitFor(() => expect(descriptionOf(code())).toMatch(/^Please enter the code Eight letters and numbers/));
  expect(document.activeElement).toBe(code());
  await user.click(code());
  await user.paste(' k7qx m2vj\n');
  pressTwice(button('Log In'));
  await waitFor(() => expect(left).toEqual(['replaced by /account']));
  expect(sentTo(answerSignInCode)).toEqual([{ code: 'k7qx m2vj' }]);
});

test('a pasted letter fills in only its code', async () => {
  const service = fakeService();
  service.refuse(answerSignInCode, 'sign-in-code-refused');
  const { user } = openScreen('/sign-in-code');
  await heading(title);
  await user.click(code());
  await user.paste('Your code: K7QX-M2VJ\n\nIt works for ten well-kept minutes.');
  expect(code().value).toBe('K7QX-M2VJ');
  await user.click(button('Log In'));
  await waitFor(() => expect(sentTo(answerSignInCode)).toEqual([{ code: 'K7QX-M2VJ' }]));
});

test('a page reopened in a new tab names no address, and says how else to sign in', async () => {
  openScreen('/sign-in-code');
  await heading(title);
  await shows('The code is in the email we send to the email address of your account after you enter your password.');
  await shows('I cannot read this mailboxLog in with a passkey, or in a browser you have used before');
  expect(startAgainLinks()).toEqual(['/sign-in']);
});

test('if no mail is sent, the page says where the letter is', async () => {
  openScreen('/sign-in-code', { facts: { ...serviceFacts, letters: 'kept', mailboxPath: '/dev/mail' } });
  await heading(title);
  await shows('No mail server is set up, so your email is in this installation’s own mailbox.');
  expect(screen.getByRole('link', { name: 'Open the mailbox' }).getAttribute('href')).toBe('/dev/mail');
});

test('a wrong code is selected for retyping, and a lost connection can be retried', async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.refuse(answerSignInCode, 'sign-in-code-refused');
  const { user } = openScreen('/sign-in-code');
  await heading(title);
  await user.type(code(), 'AAAA-AAAA{Enter}');
  await alerts('This code is wrong. Please check the newest email for the code of this browser, and try again.');
  await waitFor(() => expect(document.activeElement).toBe(code()));
  service.disconnect(answerSignInCode);
  await user.type(code(), '{Enter}');
  await alerts('The service could not be reached.');
  service.reply(answerSignInCode, { user: ada });
  await user.clear(code());
  await user.type(code(), 'K7QX-M2VJ{Enter}');
  await waitFor(() => expect(left).toEqual(['replaced by /']));
});

test('a browser whose code has to wait says when it can be sent', async () => {
  const retryAt = new Date();
  retryAt.setHours(14, 5);
  const service = fakeService();
  service.refuse(signIn, 'sign-in-code-needed', { retryAt: retryAt.toISOString() });
  const { user } = openScreen('/sign-in');
  await heading('Welcome back');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Password'), 'a quiet lake in march{Enter}');
  await heading(title);
  await shows('We have just sent codes for other browsers. The one for this browser can be sent at 2:05 PM');
  service.reply(resendSignInCode, { state: 'waits', resendAt: retryAt.toISOString() });
  await user.click(button('Send another code'));
  await shows('You can ask for the one for this browser at 2:05 PM.');
  service.reply(resendSignInCode, { state: 'sent', resendAt: retryAt.toISOString() });
  await user.click(button('Send another code'));
  await shows('We sent a code to ada@example.com');
});

test('another code is sent once, or the page says that the newest one still works', async () => {
  const service = fakeService();
  const resendAt = new Date();
  resendAt.setHours(14, 5);
  service.refuse(answerSignInCode, 'sign-in-code-over');
  const { user } = openScreen('/sign-in-code');
  await heading(title);
  await user.type(code(), 'AAAA-AAAA{Enter}');
  await alerts(
    'This code has expired, or too many wrong codes were entered. Please ask for another code, or start again.',
  );
  service.refuse(resendSignInCode, 'next-code-waits', { retryAt: resendAt.toISOString() });
  await user.click(button('Send another code'));
  await alerts('Too many wrong codes were entered here. You can ask for another at 2:05 PM, or start again.');
  expect(startAgainLinks()).toHaveLength(2);
  expect(document.body.textContent).not.toContain('This code has expired');
  service.reply(resendSignInCode, { state: 'sent', resendAt: resendAt.toISOString() });
  pressTwice(button('Send another code'));
  await shows('Another code is on its way. Please use the newest one.');
  await waitFor(() => expect(document.activeElement).toBe(code()));
  expect(code().value).toBe('');
  expect(service.received(resendSignInCode)).toHaveLength(2); // the refused request, and one for the two clicks
  service.reply(resendSignInCode, { state: 'still-works', resendAt: resendAt.toISOString() });
  await user.click(button('Send another code'));
  await shows('The code we sent for this browser still works. You can ask for another at 2:05 PM.');
  service.disconnect(resendSignInCode);
  await user.click(button('Send another code'));
  await alerts('The service could not be reached.');
});

test.each([answerSignInCode, resendSignInCode])(
  'an expired sign-in starts again with its destination ($path)',
  async (endpoint) => {
    fakeService().refuse(endpoint, 'second-step-over');
    const { user } = openScreen('/sign-in-code?next=%2Faccount');
    await heading(title);
    if (endpoint === resendSignInCode) await user.click(button('Send another code'));
    else await user.type(code(), 'AAAA-AAAA{Enter}');
    await alerts('This sign-in took too long, or was finished or cancelled elsewhere.');
    expect(startAgainLinks()).toEqual(Array(2).fill('/sign-in?next=%2Faccount'));
  },
);

test('a second step that was turned on in the meantime comes next', async () => {
  fakeService().refuse(answerSignInCode, 'second-step-needed');
  const { user } = openScreen('/sign-in-code?next=%2Faccount');
  await heading(title);
  await user.type(code(), 'K7QX-M2VJ{Enter}');
  await heading('One more step');
  expect(window.location.pathname + window.location.search).toBe('/second-step?next=%2Faccount');
});

test('anyone who is already signed in, in another tab, goes straight on', async () => {
  openScreen('/sign-in-code?next=%2Fabout', { signedIn: ada });
  await waitFor(() => expect(window.location.pathname).toBe('/about'));
});
