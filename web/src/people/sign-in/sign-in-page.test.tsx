// Signing in with a password: missing fields, refusals, where it leads, and what happens without a response.
import { signIn } from '@remembrance/contract/sign-in.ts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { alerts, descriptionOf, fakeService, heading, openScreen } from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';

const password = 'a quiet lake in winter';
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const secret = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole('button', { name: 'Log In' });

async function fillIn(user: UserEvent): Promise<void> {
  await heading('Welcome back');
  await user.type(email(), ' Ada@Example.com ');
  await user.type(secret(), password);
}

test('a sign-in without its fields reports each, focuses the first, and sends nothing', async () => {
  const { user } = openScreen('/sign-in');
  await heading('Welcome back');
  await user.click(button());
  await waitFor(() => expect(email()).toHaveProperty('ariaInvalid', 'true'));
  expect(descriptionOf(email())).toBe('Valid email is required');
  expect(descriptionOf(secret())).toBe('Password is required');
  expect(document.activeElement).toBe(email());
  expect(fakeService().received(signIn)).toEqual([]);
});

test.each([
  ['without a destination', '', '/'],
  ['from a vault', '?next=%2Fvault%2F1', '/vault/1'],
  ['from a plan', '?plan=basic_subscription', '/create-vault?plan=basic_subscription'],
  ['with the page of another site', '?next=https%3A%2F%2Fevil.example', '/'],
  ['with a destination that is too long', `?next=%2Fvault%2F${'1'.repeat(2000)}`, '/'],
  ['with a plan that is too long', `?plan=${'x'.repeat(2000)}`, '/'],
])('signing in %s loads the requested page', async (_, query, next) => {
  const left = watchLeaving();
  const service = fakeService();
  service.reply(signIn, { user: ada });
  const { user } = openScreen(`/sign-in${query}`);
  await fillIn(user);
  await user.click(button());
  await waitFor(() => expect(left).toEqual([`replaced by ${next}`]));
  expect(service.received(signIn).map(({ body }) => body)).toEqual([{ email: 'Ada@Example.com', password, next }]);
  expect(button().getAttribute('aria-disabled')).toBe('true');
});

test('a browser that keeps no cookies says so before the password is sent and a code mailed', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  const { user } = openScreen('/sign-in');
  await fillIn(user);
  await user.click(button());
  await alerts(
    'This browser does not keep cookies, which this page needs. Please allow them, or open this page in another',
  );
  expect(fakeService().received(signIn)).toEqual([]);
  vi.restoreAllMocks();
});

test('after a wrong password the field has the focus and its text is selected, so that typing replaces it', async () => {
  fakeService().refuse(signIn, 'wrong-credentials');
  const { user } = openScreen('/sign-in');
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await alerts('The email address or the password is wrong.');
  await waitFor(() => expect(document.activeElement).toBe(secret()));
  expect([secret().selectionStart, secret().selectionEnd]).toEqual([0, password.length]);
});

test.each([
  ['wrong-credentials', 'The email address or the password is wrong.'],
  ['account-suspended', 'This account is suspended. Please write to us'],
  ['busy', 'Nothing is lost. Please try again in a few seconds.'],
  ['too-many-requests', 'Please wait a moment and try again.'],
] as const)('a sign-in refused as %s says so immediately, and the typed text stays', async (code, words) => {
  const service = fakeService();
  service.refuse(signIn, code);
  const { user } = openScreen('/sign-in');
  await fillIn(user);
  await user.type(secret(), '{Enter}');
  await alerts(words);
  expect(email().value.trim()).toBe('Ada@Example.com');
  expect(secret().value).toBe(password);
  const left = watchLeaving();
  service.reply(signIn, { user: ada });
  await user.click(button());
  await waitFor(() => expect(left).toEqual(['replaced by /']));
});

test('an account with two-factor continues to the code and keeps its destination', async () => {
  fakeService().refuse(signIn, 'second-step-needed');
  const { user } = openScreen('/sign-in?next=%2Faccount');
  await fillIn(user);
  await user.click(button());
  const title = await heading('One more step');
  expect(window.location.search).toBe('?next=%2Faccount');
  expect(document.activeElement).toBe(title);
});

test('an unconfirmed address leads to its letter, and the address stays out of the address bar', async () => {
  fakeService().refuse(signIn, 'email-not-verified');
  const { user } = openScreen('/sign-in?next=%2Faccount');
  await fillIn(user);
  await user.click(button());
  await alerts('Please confirm your email address first.');
  await user.click(screen.getByRole('button', { name: 'Check your mail' }));
  await heading('Check your mail');
  expect(document.body.textContent).toContain('Ada@Example.com');
  expect(window.location.href).not.toContain('xample');
  expect(window.location.search).toBe('?next=%2Faccount');
});

test('pressing sign-in twice sends it once', async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.reply(signIn, { user: ada });
  const letGo = service.hold(signIn);
  const { user } = openScreen('/sign-in');
  await fillIn(user);
  await user.dblClick(button());
  await user.type(secret(), '{Enter}');
  letGo();
  await waitFor(() => expect(left).toEqual(['replaced by /']));
  await user.click(button());
  expect(service.received(signIn)).toHaveLength(1);
});

test('a sign-in without a response says so, and can be sent again', async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.disconnect(signIn);
  const { user } = openScreen('/sign-in');
  await fillIn(user);
  await user.click(button());
  await alerts('The service could not be reached. Please check your connection and try again.');
  service.fail(signIn);
  await user.click(button());
  await alerts('Something went wrong on our side. Please try again in a moment.');
  service.reply(signIn, { user: ada });
  await user.click(button());
  await waitFor(() => expect(left).toEqual(['replaced by /']));
});

test('a refusal of a field that is not on the page is shown with its own message', async () => {
  const fields = { device: 'This browser is not accepted here' };
  fakeService().refuse(signIn, 'invalid-input', { fields });
  const { user } = openScreen('/sign-in');
  await fillIn(user);
  await user.click(button());
  await alerts(fields.device);
});

test('anyone who is already signed in goes straight on', async () => {
  openScreen('/sign-in?next=%2Fabout', { signedIn: ada });
  await waitFor(() => expect(window.location.pathname).toBe('/about'));
});
