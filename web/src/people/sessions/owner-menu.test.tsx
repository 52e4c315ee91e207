// Logging out of a shared computer removes the owner's drafts, in every tab, even if storage is disabled.
import { listVaults } from '@remembrance/contract/vaults.ts';
import { screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { fakeService, heading, openScreen } from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';
import { onSignOutElsewhere } from './forget-on-sign-out.ts';

/** The simulated browser cannot follow the link; only what the page did first matters. */
const stay = (event: Event) => event.preventDefault();

afterEach(() => window.removeEventListener('click', stay));
// A page that has signed out remembers it until it reloads.
afterAll(() => void vi.resetModules());

async function logOut(): Promise<void> {
  fakeService().reply(listVaults, []);
  const { user } = openScreen('/', { signedIn: ada });
  await heading('Welcome, Ada');
  window.addEventListener('click', stay);
  const link = screen.getByRole('link', { name: 'Log Out' });
  expect(link.getAttribute('href')).toBe('/api/logout');
  await user.click(link);
}

test('OUT-1: logging out removes every draft from this browser', async () => {
  localStorage.setItem('vault-draft:ada', '{"message":"half"}');
  localStorage.setItem('vault-draft:somebody-else', '{}');
  localStorage.setItem('theme', 'dark');
  await logOut();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test('logging out works even if storage is disabled', async () => {
  const denied = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await logOut();
  denied.mockRestore();
});

const storageEvent = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

test('another tab is notified of the log-out once, and no longer after it has stopped listening', () => {
  const act = vi.fn();
  const stop = onSignOutElsewhere(act);
  storageEvent('theme', 'dark');
  storageEvent('signed-out', '1700000000000');
  storageEvent('signed-out', null); // its removal follows immediately
  expect(act).toHaveBeenCalledTimes(1);
  stop();
  storageEvent('signed-out', '1700000000001');
  expect(act).toHaveBeenCalledTimes(1);
});
