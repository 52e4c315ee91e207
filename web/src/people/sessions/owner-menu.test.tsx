// Logging out of a shared computer removes the owner's drafts once the service has ended the session, even if storage is disabled. It
// keeps them if nobody was logged out.
import { getUser } from '@remembrance/contract/sessions.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isBusy } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen } from '../../../testing/open-screen.tsx';
import { ada } from '../../../testing/samples.ts';
import { endSession } from '../../../testing/sign-out-elsewhere.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';
import { finishSignOut, onSignOutElsewhere } from './forget-on-sign-out.ts';

async function openDashboard() {
  const left = watchLeaving();
  fakeService().reply(listVaults, []);
  const { user } = openScreen('/', { signedIn: ada });
  await heading('Welcome, Ada');
  return { user, left };
}

async function pressLogOut() {
  const { user, left } = await openDashboard();
  await user.click(screen.getByRole('button', { name: 'Log Out' }));
  return { user, left };
}

const question = () => screen.findByRole('dialog', { name: 'Log out and lose unsent work?' });

const saveDraft = (days = 0) =>
  localStorage.setItem('vault-draft:ada', `${Date.now() - days * 24 * 60 * 60 * 1000}:half`);

test('OUT-1: logging out removes every draft from this browser, after it has asked once', async () => {
  saveDraft();
  localStorage.setItem('vault-draft:somebody-else', `${Date.now()}:half`);
  localStorage.setItem('theme', 'dark');
  const { user, left } = await pressLogOut();
  const dialog = await question();
  expect(dialog.textContent).toContain('deletes the text that you have not sent yet, in all tabs of this browser.');
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect([left, localStorage.length]).toEqual([[], 3]);
  await user.click(screen.getByRole('button', { name: 'Log Out' }));
  await user.click(within(await question()).getByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(left).toEqual(['/api/logout']));
  endSession();
  fireEvent(window, new Event('pagehide'));
  finishSignOut();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test('Log Out shows that it is under way', async () => {
  const { user } = await openDashboard();
  const letGo = fakeService().hold(getUser);
  const button = screen.getByRole('button', { name: 'Log Out' });
  await user.click(button);
  await waitFor(() => expect(isBusy(button)).toBe(true));
  letGo();
  await waitFor(() => expect(isBusy(button)).toBe(false));
});

test('logging out without a connection says so and keeps the drafts, and can be tried again', async () => {
  saveDraft();
  fakeService().reply(getUser, ada);
  const { user, left } = await pressLogOut();
  fakeService().disconnect(getUser);
  await user.click(within(await question()).getByRole('button', { name: 'Log Out' }));
  await announces('You are still logged in');
  await announces('The service could not be reached. Please check your connection and try again.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([left, Object.keys(localStorage)]).toEqual([[], ['vault-draft:ada']]);
  fakeService().refuse(getUser, 'unauthorized'); // the session was already over
  await user.click(screen.getByRole('button', { name: 'Log Out' }));
  await user.click(within(await question()).getByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(left).toEqual(['/api/logout']));
});

test('a draft stays if the session continues after Log Out, and is deleted by the next page if it ended', async () => {
  saveDraft();
  const { user, left } = await pressLogOut();
  await user.click(within(await question()).getByRole('button', { name: 'Log Out' }));
  await waitFor(() => expect(left).toEqual(['/api/logout']));
  fireEvent(window, new Event('pagehide')); // to the browser's error page
  finishSignOut();
  endSession(); // it expires later
  finishSignOut();
  expect(Object.keys(localStorage)).toEqual(['vault-draft:ada']);
  localStorage.setItem('signing-out', String(Date.now() - 3_600_000)); // it was stopped, and the owner continued writing
  finishSignOut();
  expect(Object.keys(localStorage)).toEqual(['vault-draft:ada']);
  localStorage.setItem('signing-out', String(Date.now()));
  finishSignOut();
  expect(localStorage.length).toBe(0);
});

test('logging out asks nothing if no form is unsent, or only one that is too old', async () => {
  saveDraft(8);
  const { left } = await pressLogOut();
  await waitFor(() => expect(left).toEqual(['/api/logout']));
  expect(Object.keys(localStorage)).not.toContain('vault-draft:ada');
});

test('logging out asks if this page has unsaved work that is stored nowhere', async () => {
  const refuse = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', refuse);
  const { left } = await pressLogOut();
  expect((await question()).textContent).toContain('the text that you have not sent');
  window.removeEventListener('beforeunload', refuse);
  expect(left).toEqual([]);
});

test('logging out works even if storage is disabled', async () => {
  const denied = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { left } = await pressLogOut();
  await waitFor(() => expect(left).toEqual(['/api/logout']));
  expect(finishSignOut).not.toThrow();
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
