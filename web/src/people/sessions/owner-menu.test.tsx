// Logging out of a shared computer removes the owner's drafts, in every tab, even if storage is disabled.
import { listVaults } from '@remembrance/contract/vaults.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { fakeService, heading, openScreen } from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';
import { onSignOutElsewhere } from './forget-on-sign-out.ts';

// A page that has signed out remembers it until it reloads.
afterAll(() => void vi.resetModules());

async function pressLogOut() {
  const left = watchLeaving();
  fakeService().reply(listVaults, []);
  const { user } = openScreen('/', { signedIn: ada });
  await heading('Welcome, Ada');
  const link = screen.getByRole('link', { name: 'Log Out' });
  expect(link.getAttribute('href')).toBe('/api/logout');
  await user.click(link);
  return { user, left };
}

const question = () => screen.findByRole('dialog', { name: 'Log out and lose unsent work?' });

test('OUT-1: logging out removes every draft from this browser, after it has asked once', async () => {
  const savedAt = Date.now();
  localStorage.setItem('vault-draft:ada', `${savedAt}:half`);
  localStorage.setItem('vault-draft:somebody-else', `${savedAt}:half`);
  localStorage.setItem('theme', 'dark');
  const { user, left } = await pressLogOut();
  const dialog = await question();
  expect(dialog.textContent).toContain('in every tab: text.');
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect([left, localStorage.length]).toEqual([[], 3]);
  await user.click(screen.getByRole('link', { name: 'Log Out' }));
  await user.click(within(await question()).getByRole('button', { name: 'Log Out' }));
  expect(left).toEqual(['/api/logout']);
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test('logging out asks nothing if no form is unsent, or only one that is too old', async () => {
  localStorage.setItem('vault-draft:ada', `${Date.now() - 8 * 24 * 60 * 60 * 1000}:half`);
  const { left } = await pressLogOut();
  await waitFor(() => expect(left).toEqual(['/api/logout']));
  expect(localStorage.length).toBe(0);
});

test('logging out asks if this page has unsaved work that is stored nowhere', async () => {
  const refuse = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', refuse);
  const { left } = await pressLogOut();
  expect((await question()).textContent).toContain('in every tab: text.');
  window.removeEventListener('beforeunload', refuse);
  expect(left).toEqual([]);
});

test('logging out works even if storage is disabled', async () => {
  const denied = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { left } = await pressLogOut();
  await waitFor(() => expect(left).toEqual(['/api/logout']));
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
