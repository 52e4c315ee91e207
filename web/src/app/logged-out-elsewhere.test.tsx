// After a log-out in another tab, this tab no longer shows any of the owner's data and does not sign in automatically.
import { createPaymentIntent } from '@remembrance/contract/payments.ts';
import { listPlans } from '@remembrance/contract/plans.ts';
import { getUser } from '@remembrance/contract/sessions.ts';
import { readAccess } from '@remembrance/contract/vault-access.ts';
import { getVault, listVaults } from '@remembrance/contract/vaults.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, fill, hrefOf, isAt, pageText } from '../../testing/on-screen.ts';
import { openAccount } from '../../testing/open-account.tsx';
import { alerts, fakeService, heading, openScreen, shows } from '../../testing/open-screen.tsx';
import { ada, letterToRosa, offeredPlans } from '../../testing/samples.ts';
import { endSession, signOutElsewhere } from '../../testing/sign-out-elsewhere.ts';
import { watchLeaving } from '../../testing/watch-leaving.ts';
import { redirectToLogin } from '../people/sessions/login-redirect.ts';

test('OUT-1: the account page loses its fields, says why, and leads to sign-in only when asked', async () => {
  await openAccount();
  fill('First name', 'Adaeze');
  signOutElsewhere();
  await heading('You are logged out');
  await alerts('You logged out in another tab of this browser. Everything that you had not sent was deleted.');
  expect(document.title).toBe('You are logged out · Remembrance');
  expect(hrefOf('Log In')).toBe('/api/login?start=sign-in&next=%2Faccount');
  expect(screen.queryByLabelText('First name')).toBeNull();
  expect(pageText()).not.toContain(ada.email);
  act(redirectToLogin); // as a call that the previous page made would do
  expect(pageText()).not.toContain('Logging in again...');
});

test('OUT-1: the checkout no longer names the vault', async () => {
  fakeService().reply(listPlans, offeredPlans);
  fakeService().reply(getVault, { ...letterToRosa, paymentStatus: 'unpaid' });
  fakeService().fail(createPaymentIntent);
  openScreen(`/checkout/${letterToRosa.id}`, { signedIn: ada });
  await shows(letterToRosa.title);
  signOutElsewhere();
  await heading('You are logged out');
  expect(pageText()).not.toContain(letterToRosa.title);
});

test('OUT-1: the dashboard becomes the landing page, and a public page forgets the owner', async () => {
  fakeService().reply(listVaults, [letterToRosa]);
  const { user } = openScreen('/', { signedIn: ada });
  await shows(letterToRosa.title);
  await user.click(screen.getByRole('link', { name: 'Help' }));
  await isAt('/help');
  signOutElsewhere();
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it when someone signs in there
  document.cookie = 'session_hint=1; path=/';
  window.history.back();
  await screen.findByRole('button', { name: 'Get Started' });
  expect(pageText()).not.toContain(letterToRosa.title);
});

test('a page that the browser shows again after the session has ended is loaded again', async () => {
  const left = watchLeaving();
  fakeService().reply(listVaults, []);
  openScreen('/', { signedIn: ada });
  await heading('Welcome, Ada');
  const shown = () => fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  shown();
  expect(left).toEqual([]);
  endSession();
  shown();
  expect(left).toEqual(['reload']);
});

test('a recipient’s page in the same browser keeps what they typed', async () => {
  fakeService().reply(readAccess, { step: 'email' });
  openScreen('/vault-access/tok_en-1', { signedIn: ada });
  await heading('Something was left for you');
  fill('Your email address', 'rosa@example.com');
  signOutElsewhere();
  expect(field('Your email address').value).toBe('rosa@example.com');
  expect(fakeService().received(getUser)).toEqual([]);
});
