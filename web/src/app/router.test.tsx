// Every address shows its page and title, a navigation moves the focus, and every page has the common parts.
import { listPlans } from '@remembrance/contract/plans.ts';
import { getUser } from '@remembrance/contract/sessions.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';
import { ada, offeredPlans, serviceFacts } from '../../testing/samples.ts';

const title = (words: string) => waitFor(() => expect(document.title).toBe(`${words} · Remembrance`));

test.each([
  ['/about', 'Our Story'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/help', 'Help'],
  ['/accessibility', 'Accessibility'],
  ['/sign-in', 'Sign in'],
  ['/forgotten-password/', 'Forgotten password'],
  ['/executor-access', 'Executor access'],
  ['/nowhere/at/all', 'Page not found'],
])('the tab of %s is called %s', async (address, words) => {
  openScreen(address);
  await screen.findByRole('heading', { level: 1 });
  await title(words);
});

test('a navigation scrolls to the top and focuses the heading; opening a page and going back do not', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const { user } = openScreen('/sign-in');
  const first = await heading('Welcome back');
  expect(document.activeElement).not.toBe(first);
  await user.click(screen.getByRole('link', { name: 'Create one' }));
  const second = await heading('Create your account');
  await waitFor(() => expect(document.activeElement).toBe(second));
  await title('Create your account');
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
  act(() => window.history.back());
  await heading('Welcome back');
  await title('Sign in');
  expect(scrollTo).toHaveBeenCalledTimes(1);
});

test('an unknown address shows the specification’s message, and links home', async () => {
  fakeService().reply(listPlans, offeredPlans);
  const { user } = openScreen('/VAULT/1');
  await heading('404 Page Not Found');
  await shows('Did you forget to add the page to the router?');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Return Home' }));
  expect(window.location.pathname).toBe('/');
  await screen.findByRole('button', { name: 'Get Started' });
});

test('until the session is known the landing page is shown, then the dashboard', async () => {
  const service = fakeService();
  service.reply(listPlans, offeredPlans);
  service.reply(listVaults, []);
  const letGo = service.hold(getUser);
  openScreen('/', { signedIn: ada });
  await screen.findByRole('button', { name: 'Get Started' });
  letGo();
  await heading('Welcome, Ada');
});

test('a hint without a session leaves the landing page in place and asks for no sign-in', async () => {
  const service = fakeService();
  service.reply(listPlans, offeredPlans);
  service.refuse(getUser, 'unauthorized');
  const { onUnauthorized } = openScreen('/', { hint: '1' });
  await screen.findByRole('button', { name: 'Get Started' });
  await waitFor(() => expect(service.received(getUser)).toHaveLength(1));
  await screen.findByRole('button', { name: 'Get Started' });
  expect(onUnauthorized).not.toHaveBeenCalled();
});

test.each([
  [true, 1],
  [false, 0],
])('the test mode mark (%s) is in the header %s times', async (testMode, count) => {
  openScreen('/sign-in', { facts: { ...serviceFacts, payment: { ...serviceFacts.payment, testMode } } });
  await heading('Welcome back');
  await waitFor(() => expect(within(screen.getByRole('banner')).queryAllByText('Test mode')).toHaveLength(count));
});

test('if no mail is sent, an owner’s footer links to the mailbox if there is one', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: ada, facts: { ...serviceFacts, letters: 'kept', mailboxPath: '/dev/mail' } });
  await heading('Welcome, Ada');
  const footer = within(screen.getByRole('contentinfo'));
  expect((await footer.findByRole('link', { name: 'Mailbox' })).getAttribute('href')).toBe('/dev/mail');
});

test('without a mailbox the footer says that no letters are sent', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: ada, facts: { ...serviceFacts, letters: 'kept' } });
  await heading('Welcome, Ada');
  const footer = within(screen.getByRole('contentinfo'));
  await footer.findByText('Emails are not sent');
  expect(footer.queryByRole('link', { name: 'Mailbox' })).toBeNull();
});
