// The complete account page, and its forms and choices: name, address, password and letters.
import { changeProfile, chooseLetters, getAccount, requestEmailChange } from '@remembrance/contract/account.ts';
import { listSessions } from '@remembrance/contract/sessions.ts';
import { changePassword } from '@remembrance/contract/sign-in.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, pressTwice } from '../../testing/on-screen.ts';
import { openAccount, section } from '../../testing/open-account.tsx';
import { alerts, announces, descriptionOf, fakeService, openScreen, shows } from '../../testing/open-screen.tsx';
import { ada } from '../../testing/samples.ts';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('a loading account is announced, and one that fails to load can be loaded again', { tags: 'long' }, async () => {
  const service = fakeService();
  service.disconnect(getAccount);
  const letGo = service.hold(getAccount);
  const { user } = openScreen('/account', { signedIn: ada });
  await shows('Loading your account');
  letGo();
  await shows('Your account could not be shown');
  await shows('The service could not be reached.');
  service.fail(getAccount);
  await user.click(button('Try again'));
  await shows('Something went wrong on our side. Please try again in a moment.');
  expect(screen.queryByRole('region', { name: 'Profile' })).toBeNull();
  expect(service.received(getAccount)).toHaveLength(2);
});

test('the account has its sections, and no password section if its owner has no password', async () => {
  await openAccount({ hasPassword: false });
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual([
    'Profile',
    'Email address',
    'Second step',
    'Passkeys',
    'Where you are signed in',
    'Browsers we know',
    'Billing',
    'Check-in',
    'Emails',
    'Take everything with you',
    'Delete your account',
  ]);
  await shows('sign it out and change your password at the provider where you sign in.');
  expect(screen.getByRole('link', { name: 'Open billing' }).getAttribute('href')).toBe('/account/billing');
});

test('a new name is shown in the header immediately, and a broken rule is reported at its field', {
  tags: 'long',
}, async () => {
  const { service, user } = await openAccount();
  await user.clear(field('First name'));
  await user.clear(field('Last name'));
  await user.type(field('Last name'), 'www.evil.example');
  await user.click(button('Save name'));
  await waitFor(() => expect(descriptionOf(field('First name'))).toBe('First name is required'));
  expect(descriptionOf(field('Last name'))).toContain('Please write the name without a web or email address');
  expect(document.activeElement).toBe(field('First name'));
  expect(service.received(changeProfile)).toEqual([]);

  service.replyWith(changeProfile, ({ body }) => ({ ...ada, ...(body as object) }));
  await user.type(field('First name'), '  Adaeze 🌿 ');
  await user.clear(field('Last name'));
  await user.type(field('Last name'), 'עדה');
  pressTwice(button('Save name'));
  await announces('Your name has been changed.');
  expect(service.received(changeProfile).map(({ body }) => body)).toEqual([
    { firstName: 'Adaeze 🌿', lastName: 'עדה' },
  ]);
  expect(screen.getByRole('banner').textContent).toContain('Adaeze 🌿 עדה');
});

test('a name that was not saved stays in its field', async () => {
  const { service, user } = await openAccount();
  service.disconnect(changeProfile);
  await user.type(field('First name'), 'eze');
  await user.click(button('Save name'));
  await alerts('The service could not be reached.');
  expect(field('First name').value).toBe('Adaeze');
  expect(screen.getByRole('banner').textContent).toContain('Ada Okafor');
});

test('a change in an expired session leads to sign-in, and the typed text stays', async () => {
  const { service, user, onUnauthorized } = await openAccount();
  service.refuse(changeProfile, 'unauthorized');
  await user.type(field('First name'), 'eze{Enter}');
  await alerts('Unauthorized: please sign in to continue.');
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
  expect(field('First name').value).toBe('Adaeze');
  service.refuse(chooseLetters, 'unauthorized');
  await user.click(reminder());
  await waitFor(() => expect(onUnauthorized).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
});

test('a new address waits for its confirmation letter; until then the old one stays', { tags: 'long' }, async () => {
  const { service, user } = await openAccount();
  await user.click(button('Change address'));
  await waitFor(() => expect(descriptionOf(field('New email address'))).toBe('Valid email required'));
  service.reply(requestEmailChange, { email: 'new@example.com' });
  await user.type(field('New email address'), 'new@example.com');
  pressTwice(button('Change address'));
  await shows('An email is on its way to new@example.com. Open the link in it within a day to confirm the address.');
  expect(service.received(requestEmailChange)).toHaveLength(1);
  expect(field('New email address').value).toBe('');
  await shows('You sign in with ada@example.com');
  service.refuse(requestEmailChange, 'too-many-requests');
  await user.type(field('New email address'), 'third@example.com{Enter}');
  await alerts('There were too many tries.');
  expect(field('New email address').value).toBe('third@example.com');
});

test('a new password is checked before it is sent, and a wrong current one is reported at its field', {
  tags: 'long',
}, async () => {
  const { service, user } = await openAccount();
  await user.click(button('Change password'));
  await waitFor(() => expect(descriptionOf(field('Current password'))).toBe('Please enter your password'));
  await user.type(field('Current password'), 'not mine');
  await user.type(field('New password'), 'okafor and the lake{Enter}');
  await waitFor(() => expect(descriptionOf(field('New password'))).toMatch(/^This contains your name/));
  await waitFor(() => expect(document.activeElement).toBe(field('New password')));
  expect(service.received(changePassword)).toEqual([]);

  const fields = { currentPassword: 'This password is wrong. Please try again.' };
  service.refuse(changePassword, 'wrong-password', { fields });
  await user.clear(field('New password'));
  await user.type(field('New password'), 'a louder sea in march{Enter}');
  await waitFor(() => expect(descriptionOf(field('Current password'))).toBe(fields.currentPassword));
  await waitFor(() => expect(document.activeElement).toBe(field('Current password')));
  service.refuse(changePassword, 'busy');
  await user.click(button('Change password'));
  await alerts('Nothing is lost.');
  expect(field('New password').value).toBe('a louder sea in march');
});

test('changing the password clears its fields and removes the other browsers from the list', async () => {
  const { service, user } = await openAccount();
  service.reply(changePassword, {});
  await user.type(field('Current password'), 'a quiet lake in winter');
  await user.type(field('New password'), 'a louder sea in march');
  pressTwice(button('Change password'));
  await announces('You are signed out everywhere else.');
  expect([field('Current password').value, field('New password').value]).toEqual(['', '']);
  expect(service.received(changePassword)).toHaveLength(1);
  await waitFor(() => expect(service.received(listSessions)).toHaveLength(2));
});

const reminder = () => section('Emails').getByLabelText<HTMLInputElement>(/^Remind me before a vault is released/);

test('a declined letter is shown immediately, and comes back unchanged if it was not saved', async () => {
  const { service, user } = await openAccount();
  expect(reminder().checked).toBe(true);
  service.disconnect(chooseLetters);
  const letGo = service.hold(chooseLetters);
  await user.click(reminder());
  await waitFor(() => expect(reminder().checked).toBe(false));
  letGo();
  await announces('Your choice was not saved');
  await waitFor(() => expect(reminder().checked).toBe(true));
  service.replyWith(chooseLetters, ({ body }) => ({
    timeZone: 'Europe/Berlin',
    refused: (body as { refused: ['release-reminder'] }).refused,
  }));
  await user.click(reminder());
  await waitFor(() => expect(service.received(chooseLetters).at(-1)?.body).toEqual({ refused: ['release-reminder'] }));
  await waitFor(() => expect(reminder().checked).toBe(false));
  await user.click(reminder());
  await waitFor(() => expect(service.received(chooseLetters).at(-1)?.body).toEqual({ refused: [] }));
});

test('choosing another time zone changes it for letters', async () => {
  const { service, user } = await openAccount();
  const zone = section('Emails').getByLabelText<HTMLSelectElement>('Time zone');
  expect(zone.value).toBe('Europe/Berlin');
  service.reply(chooseLetters, { refused: [], timeZone: 'Pacific/Auckland' });
  await user.selectOptions(zone, 'Pacific/Auckland');
  await waitFor(() => expect(zone.value).toBe('Pacific/Auckland'));
  expect(service.received(chooseLetters).map(({ body }) => body)).toEqual([
    { refused: [], timeZone: 'Pacific/Auckland' },
  ]);
});

test('a previously declined letter is not ticked', async () => {
  await openAccount({ refusedLetters: ['release-reminder'] });
  expect(reminder().checked).toBe(false);
});
