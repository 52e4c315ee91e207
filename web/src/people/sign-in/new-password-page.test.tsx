// Choosing a new password with the link from a letter, and what happens to the passkeys.
import { readPasswordReset, resetPassword } from '@remembrance/contract/sign-in.ts';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  alerts,
  descriptionOf,
  fakeService,
  heading,
  openScreen,
  sentTo,
  shows,
} from '../../../testing/open-screen.tsx';

const field = () => screen.findByLabelText<HTMLInputElement>('New password');
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Change password' }));
const newPassword = 'a louder sea in march';

function openLink({ passkeys = [] as { name: string; lastUsedAt: string | null }[], hasTwoFactor = false } = {}) {
  const service = fakeService();
  const known = passkeys.map((passkey) => ({ createdAt: '2026-03-01T12:00:00.000Z', ...passkey }));
  service.reply(readPasswordReset, { passkeys: known, hasTwoFactor });
  service.reply(resetPassword, { changed: true });
  return { service, ...openScreen('/new-password#t0ken') };
}

test('a new password is checked at its field, sent once, and leads to sign-in', { tags: 'long' }, async () => {
  const { service, user } = openLink();
  await user.type(await field(), 'too short');
  await submit(user);
  await shows('Please choose a password of at least 12 characters');
  await user.clear(await field());
  await user.type(await field(), 'remembrance of a lake');
  await submit(user);
  await shows('the name of this service');
  expect(document.activeElement).toBe(await field());
  expect(sentTo(resetPassword)).toEqual([]);
  await user.clear(await field());
  await user.type(await field(), newPassword);
  const letGo = service.hold(resetPassword);
  await user.dblClick(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(sentTo(resetPassword)).toEqual([{ token: 't0ken', newPassword }]));
  letGo();
  await heading('Your password is changed');
  expect(sentTo(resetPassword)).toHaveLength(1);
  const pages = window.history.length;
  await user.click(screen.getByRole('link', { name: 'Log In' }));
  await heading('Welcome back');
  expect(window.history.length).toBe(pages);
  expect(document.body.textContent).not.toContain('These passkeys');
});

test('the person must answer whether passkeys stay, and the answer is sent', async () => {
  const { user } = openLink({
    passkeys: [
      { name: 'Ada’s phone', lastUsedAt: '2026-04-02T12:00:00.000Z' },
      { name: 'مفتاح', lastUsedAt: null },
    ],
    hasTwoFactor: true,
  });
  await user.type(await field(), newPassword);
  await shows('Ada’s phone, added Mar 1, 2026, used Apr 2, 2026');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('مفتاح, added Mar 1, 2026');
  await shows('The second step stays on, so we will ask for a code.');
  await submit(user);
  await shows('Please choose whether to keep your passkeys');
  expect(sentTo(resetPassword)).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Remove them' }));
  await submit(user);
  await heading('Your password is changed');
  expect(sentTo(resetPassword)).toEqual([{ token: 't0ken', newPassword, passkeys: 'remove' }]);
});

test('until the passkeys are loaded the question waits, and loading can be retried', async () => {
  const service = fakeService();
  service.disconnect(readPasswordReset);
  const { user } = openScreen('/new-password#t0ken');
  await heading('Choose a new password');
  await alerts('The service could not be reached.');
  expect(screen.queryByLabelText('New password')).toBeNull();
  service.reply(readPasswordReset, {
    passkeys: [{ name: 'Phone', createdAt: '2026-03-01', lastUsedAt: null }],
    hasTwoFactor: false,
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await field();
  await shows('Keep these passkeys?');
});

test('a used link leads to a new one, both on opening and on submitting', async () => {
  const service = fakeService();
  service.refuse(readPasswordReset, 'reset-link-refused');
  const { user } = openScreen('/new-password#t0ken');
  await heading('This link no longer works');
  await alerts('This link has expired or was already used. Please ask for a new link.');
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgotten-password');

  service.reply(readPasswordReset, { passkeys: [], hasTwoFactor: false });
  service.refuse(resetPassword, 'reset-link-refused');
  act(() => {
    window.location.hash = '#second';
  });
  await user.type(await field(), newPassword);
  await submit(user);
  await heading('This link no longer works');
  expect(sentTo(resetPassword)).toEqual([{ token: 'second', newPassword }]);
});

test('a link without its token says that it is incomplete', async () => {
  openScreen('/new-password');
  await heading('This link no longer works');
  await alerts('This link is not complete');
  expect(fakeService().received(readPasswordReset)).toEqual([]);
});

test('after a lost response or a busy service the new password stays in its field', async () => {
  const { service, user } = openLink();
  await user.type(await field(), newPassword);
  service.refuse(resetPassword, 'busy');
  await submit(user);
  await alerts('Nothing is lost.');
  service.disconnect(resetPassword);
  await submit(user);
  await alerts('The service could not be reached.');
  expect((await field()).value).toBe(newPassword);
  expect(descriptionOf(await field())).toMatch(/^At least 12/);
});

test('a password can be shown and hidden again', async () => {
  const { user } = openLink();
  const password = await field();
  expect(password.type).toBe('password');
  await user.type(password, newPassword);
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect([(await field()).type, (await field()).value]).toEqual(['text', newPassword]);
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect((await field()).type).toBe('password');
  expect(sentTo(resetPassword)).toEqual([]);
});
