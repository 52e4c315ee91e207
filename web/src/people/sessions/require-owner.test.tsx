// What the visitor sees instead of an owner's page: without a session, if the session ends or cannot be checked, and after a restore.
import { getAccount } from '@remembrance/contract/account.ts';
import { listPasskeys } from '@remembrance/contract/passkeys.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getUser, listKnownBrowsers, listSessions } from '@remembrance/contract/sessions.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pageText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { accountOfAda, ada, offeredPlans, thisBrowser } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';
import { isLeavingPage, redirectToLogin } from './login-redirect.ts';

function signedInWithAccount(): void {
  const service = fakeService();
  service.reply(getAccount, accountOfAda);
  service.reply(listPasskeys, []);
  service.reply(listSessions, [thisBrowser]);
  service.reply(listKnownBrowsers, []);
}

test('a visitor who is not signed in sees nothing of the page, and after half a second signs in and comes back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const left = watchLeaving();
  openScreen('/account?a=b');
  await heading('Your account');
  expect(pageText()).toContain('Loading');
  await announces('You are logged out. Logging in again...');
  expect(left).toEqual([]);
  act(() => redirectToLogin());
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(left).toEqual(['/api/login?next=%2Faccount%3Fa%3Db']);
  expect(fakeService().received(getUser)).toEqual([]);
  expect(isLeavingPage()).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(isLeavingPage()).toBe(false);
});

test('a visitor who follows our link to an owner page signs in immediately, and no message claims a log-out', async () => {
  const left = watchLeaving();
  fakeService().reply(listPlans, offeredPlans);
  const { user } = openScreen('/pricing');
  await user.click(within(await screen.findByRole('article', { name: 'Basic' })).getByRole('link'));
  await waitFor(() => expect(left).toEqual(['/api/login?next=%2Fcreate-vault%3Fplan%3Dbasic_one_time']));
  expect(document.body.textContent).not.toContain('logged out');
});

test('if the session has ended while the browser still has a hint of it, the page asks to sign in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const left = watchLeaving();
  const service = fakeService();
  service.refuse(getUser, 'unauthorized');
  openScreen('/account', { hint: '1' });
  await announces('Unauthorized');
  await act(() => vi.advanceTimersByTimeAsync(2500));
  expect(left).toEqual(['/api/login?next=%2Faccount']);
});

test('a session that cannot be checked is reported, and the check can be retried', async () => {
  const service = fakeService();
  signedInWithAccount();
  service.disconnect(getUser);
  const { user } = openScreen('/account', { hint: '1' });
  await heading('We could not check your session');
  await shows('The service could not be reached.');
  expect(service.received(getUser)).toHaveLength(1);
  service.reply(getUser, ada);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Your account');
});

test('a call on an open page that finds the session ended leads to sign-in', async () => {
  const service = fakeService();
  signedInWithAccount();
  service.refuse(listSessions, 'unauthorized');
  const { onUnauthorized } = openScreen('/account', { signedIn: ada });
  await heading('Your account');
  await waitFor(() => expect(onUnauthorized).toHaveBeenCalledTimes(1));
});

test('an owner whose sign-in cancelled a deletion sees a notice once', { tags: 'long' }, async () => {
  fakeService().reply(listVaults, []);
  const { user } = openScreen('/', { signedIn: ada, hint: 'kept' });
  await heading('Welcome, Ada');
  const notice = screen.getByRole('complementary', { name: 'Your account is restored' });
  expect(notice.textContent).toContain('Your vaults can be released again as you arranged.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('complementary', { name: 'Your account is restored' })).toBeNull();
  expect(document.cookie).toContain('session_hint=1');
});

test('a picture replaces the initials, and a long or right-to-left name stays intact', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', {
    signedIn: { ...ada, firstName: 'ليلى', lastName: 'x'.repeat(250), profileImageUrl: '/picture.jpg' },
  });
  await heading('Welcome, ليلى');
  const header = screen.getByRole('banner');
  expect(header.querySelector('img')?.getAttribute('src')).toBe('/picture.jpg');
  expect(header.textContent).toContain(`ليلى ${'x'.repeat(250)}`);
  expect(header.querySelector('[dir="auto"]')?.textContent).toContain('ليلى');
});
