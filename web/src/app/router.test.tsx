// Every address shows its page with its title, a navigation moves the focus, and what belongs to every page is there.
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
])('SCR-150: the tab of %s is called %s', async (address, words) => {
  openScreen(address);
  await screen.findByRole('heading', { level: 1 });
  await title(words);
});

test('SCR-150: a navigation moves the focus to the heading and to the top; opening and going back do not', async () => {
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

test('JRN-20: an address of nothing says so in the words of the specification, and leads home', async () => {
  fakeService().reply(listPlans, offeredPlans);
  const { user } = openScreen('/VAULT/1');
  await heading('404 Page Not Found');
  await shows('Did you forget to add the page to the router?');
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Return Home' }));
  expect(window.location.pathname).toBe('/');
  await screen.findByRole('button', { name: 'Get Started' });
});

test('SCR-5: while it is not known who is there the landing page stands, then the dashboard', async () => {
  const service = fakeService();
  service.reply(listPlans, offeredPlans);
  service.reply(listVaults, []);
  const letGo = service.hold(getUser);
  openScreen('/', { signedIn: ada });
  await screen.findByRole('button', { name: 'Get Started' });
  letGo();
  await heading('Welcome, Ada');
});

test('SCR-5: a hint without a session leaves the landing page and asks nobody to sign in', async () => {
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
])('SCR-154: the mark of the test mode (%s) is in the header %s times', async (testMode, count) => {
  openScreen('/sign-in', { facts: { ...serviceFacts, payment: { ...serviceFacts.payment, testMode } } });
  await heading('Welcome back');
  await waitFor(() => expect(within(screen.getByRole('banner')).queryAllByText('Test mode')).toHaveLength(count));
});

test('SCR-155: while no mail is sent, the footer of an owner leads to the mailbox where there is one', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: ada, facts: { ...serviceFacts, letters: 'kept', mailboxPath: '/dev/mail' } });
  await heading('Welcome, Ada');
  const footer = within(screen.getByRole('contentinfo'));
  expect((await footer.findByRole('link', { name: 'Mailbox' })).getAttribute('href')).toBe('/dev/mail');
});

test('SCR-155: without a mailbox the footer says that no letters are sent', async () => {
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: ada, facts: { ...serviceFacts, letters: 'kept' } });
  await heading('Welcome, Ada');
  const footer = within(screen.getByRole('contentinfo'));
  await footer.findByText('Letters are not sent');
  expect(footer.queryByRole('link', { name: 'Mailbox' })).toBeNull();
});
