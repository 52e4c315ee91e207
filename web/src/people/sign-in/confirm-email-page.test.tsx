// Confirming a new account's address: by a click, by the password in another browser, and with a used link.
import { confirmEmail } from '@remembrance/contract/sign-in.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { button, pageText, pressTwice } from '../../../testing/on-screen.ts';
import {
  alerts,
  descriptionOf,
  fakeService,
  heading,
  openScreen,
  sentTo,
  shows,
} from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';
import { hasSignedUpHere, rememberSignUp } from '../forms/signed-up-here.ts';

beforeEach(rememberSignUp);

const password = () => screen.getByLabelText<HTMLInputElement>('Password');

test('opening the link confirms nothing; one click does, and the destination replaces the used link', async () => {
  const left = watchLeaving();
  fakeService().reply(confirmEmail, { user: ada });
  openScreen('/confirm-email?next=%2Fcreate-vault%3Fplan%3Dx#t0ken');
  await heading('Confirm your address');
  await shows('If you did not sign up, just close this page. Nothing will change.');
  expect(sentTo(confirmEmail)).toEqual([]);
  pressTwice(button('Confirm my address'));
  await waitFor(() => expect(left).toEqual(['replaced by /create-vault?plan=x']));
  expect(sentTo(confirmEmail)).toEqual([{ token: 't0ken' }]);
});

test('a browser that has not signed up is asked for the password at once, and the page names nobody', async () => {
  localStorage.clear();
  const left = watchLeaving();
  fakeService().reply(confirmEmail, { user: ada });
  const { user } = openScreen('/confirm-email#t0ken');
  await heading('Confirm your address');
  await shows('You signed up in another browser. Enter the password you chose there.');
  expect(pageText()).not.toMatch(/@|Ada/);
  await user.type(password(), 'Grey herons fly at dawn');
  expect(sentTo(confirmEmail)).toEqual([]);
  await user.click(button('Confirm and log in'));
  await waitFor(() => expect(left).toEqual(['replaced by /']));
  expect(sentTo(confirmEmail)).toEqual([{ token: 't0ken', password: 'Grey herons fly at dawn' }]);
  expect(hasSignedUpHere()).toBe(true);
});

test('a browser that was wrong about its sign-up is asked for the password, and a wrong one is reported at its field', async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.refuse(confirmEmail, 'password-to-confirm');
  const { user } = openScreen('/confirm-email#t0ken');
  await heading('Confirm your address');
  await user.click(button('Confirm my address'));
  await shows('You signed up in another browser. Enter the password you chose there.');
  expect(document.activeElement).toBe(password());
  await user.click(button('Confirm and log in'));
  await waitFor(() => expect(descriptionOf(password())).toMatch(/^Please enter your password/));
  expect(sentTo(confirmEmail)).toHaveLength(1);

  service.refuse(confirmEmail, 'wrong-password', { fields: { password: 'This is not the password of the account.' } });
  await user.type(password(), 'not this one{Enter}');
  await waitFor(() => expect(descriptionOf(password())).toMatch(/^This is not the password of the account\./));
  expect(document.activeElement).toBe(password());
  expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/forgotten-password');

  service.disconnect(confirmEmail);
  await user.click(button('Confirm and log in'));
  await alerts('The service could not be reached.');
  expect(password().value).toBe('not this one');
  service.reply(confirmEmail, { user: ada });
  await user.click(button('Confirm and log in'));
  await waitFor(() => expect(left).toEqual(['replaced by /']));
});

test.each([
  ['is used up', '#t0ken', 'This link has expired or was already used.'],
  ['is not complete', '', 'This link is not complete'],
])('a link that %s leads to a new email', async (_, fragment, words) => {
  fakeService().refuse(confirmEmail, 'confirm-link-refused');
  const { user } = openScreen(`/confirm-email?next=%2Faccount${fragment}`);
  await heading('Confirm your address');
  await user.click(button('Confirm my address'));
  const title = await heading('This link no longer works');
  await alerts(words);
  expect(document.activeElement).toBe(title);
  await user.click(screen.getByRole('link', { name: 'Ask for a new email' }));
  await heading('Ask for a new email');
  expect(new URLSearchParams(window.location.search).get('next')).toBe('/account');
});

test('the owner of a suspended account reads where to write to', async () => {
  fakeService().refuse(confirmEmail, 'account-suspended');
  const { user } = openScreen('/confirm-email#t0ken');
  await heading('Confirm your address');
  await user.click(button('Confirm my address'));
  await alerts('This account is suspended. Please write to us if you think this is a mistake.');
  expect(screen.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe('mailto:support@example.org');
});

test('a second letter’s link, opened in the same tab, replaces the first', async () => {
  const left = watchLeaving();
  const service = fakeService();
  service.refuse(confirmEmail, 'confirm-link-refused');
  const { user } = openScreen('/confirm-email#first');
  await heading('Confirm your address');
  await user.click(button('Confirm my address'));
  await heading('This link no longer works');
  service.reply(confirmEmail, { user: ada });
  act(() => {
    window.location.hash = '#second';
  });
  await heading('Confirm your address');
  await user.click(button('Confirm my address'));
  await waitFor(() => expect(left).toEqual(['replaced by /']));
  expect(sentTo(confirmEmail)).toEqual([{ token: 'first' }, { token: 'second' }]);
});
