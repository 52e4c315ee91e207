// An owner's unsent text is restored after a reload, after visiting another page and after an expired session, and for nobody else.
import { getDraftKeys } from '@remembrance/contract/account.ts';
import { listPlans, showPlaces } from '@remembrance/contract/plans.ts';
import { listVaults } from '@remembrance/contract/vaults.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { acceptVault, addFiles, openForm, textFile, writeVault, written } from '../../../testing/create-form.ts';
import { field, fill, isAt, pageText } from '../../../testing/on-screen.ts';
import { fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, draftKey, letterToRosa, noPlaces, offeredPlans } from '../../../testing/samples.ts';
import { signOutElsewhere } from '../../../testing/sign-out-elsewhere.ts';
import { browserStore, openDrafts } from '../form/sealed-drafts.ts';
import { clearUnsentWork } from './draft/unsent-work.ts';

const key = `vault-draft:${ada.id}`;
const restored = 'What you typed is still here';
/** The draft as the owner's page reads it. */
const stored = () => browserStore()?.getItem(key) ?? '';
function store(text: string): void {
  openDrafts([draftKey], new Date());
  browserStore()?.setItem(key, text);
}

beforeEach(() => fakeService().reply(listVaults, [letterToRosa]));

/** Closes the page and opens it again, so that only what the browser saved remains. */
async function reload() {
  cleanup();
  clearUnsentWork();
  return openForm();
}

/** Asks the browser to leave, and returns whether the page asks the owner first. */
const asksBeforeLeaving = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));

test('SCR-21: a reload restores the typed text but never the answers', async () => {
  await openForm();
  writeVault({ 'Security question 2': 'Our dog?', 'Security answer 2': 'Rex the brave', 'Executor name': 'Ben' });
  await reload();
  await shows(restored);
  for (const label of ['Vault title', 'Personal message', 'Recipient name', 'Security question 1'] as const)
    expect(field(label).value).toBe(written[label]);
  expect(field('Security question 2').value).toBe('Our dog?');
  for (const label of ['Security answer 1', 'Security answer 2']) expect(field(label).value).toBe('');
  expect(stored()).not.toMatch(/Garda|Rex/);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

test('the form shows a warning only if the browser stores nothing', async () => {
  const notStored = 'This browser does not store what you write';
  await openForm();
  expect(pageText()).not.toContain(notStored);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('SecurityError');
  });
  await reload();
  await shows(notStored);
  vi.restoreAllMocks();
});

test('typing is saved after a short delay, and immediately when the page is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await openForm();
    fill('Vault title', 'For Rosa');
    expect(stored()).toBe('');
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(stored()).toContain('For Rosa');
    fill('Vault title', 'For Rosa and Jonas');
    fireEvent(document, new Event('visibilitychange'));
    expect(stored()).toContain('For Rosa and Jonas');
  } finally {
    vi.useRealTimers();
  }
});

test('another owner of the browser is not shown a saved text', async () => {
  localStorage.setItem('vault-draft:another', JSON.stringify({ savedAt: Date.now(), text: { title: 'For Inés' } }));
  await openForm();
  expect(field('Vault title').value).toBe('');
  expect(pageText()).not.toContain(restored);
});

test('starting over asks once, then empties the form and keeps the plan', { tags: 'long' }, async () => {
  store(JSON.stringify({ savedAt: Date.now(), text: { title: 'For Rosa', message: 'Dear' } }));
  const { user } = await openForm('?plan=basic_one_time');
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
  expect(field('Vault title').value).toBe('For Rosa');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  const dialog = await screen.findByRole('dialog', { name: 'Start over?' });
  await user.click(within(dialog).getByRole('button', { name: 'Start over' }));
  expect(field('Vault title').value).toBe('');
  expect(field('Personal message').value).toBe('');
  expect(screen.getByRole('heading', { name: 'Plan: Basic, $29.99 one-time' })).toBeDefined();
  expect(pageText()).not.toContain(restored);
  expect(document.activeElement).toBe(field('Vault title'));
  await waitFor(() => expect(stored()).toBe(''));
  await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull(); // nothing would be lost
});

test('starting over asks nothing once the owner has emptied the form', async () => {
  store(JSON.stringify({ savedAt: Date.now(), text: { title: 'For Rosa' } }));
  const { user } = await openForm();
  await shows(restored);
  fill('Vault title', ' ');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(pageText()).not.toContain(restored);
});

test('the form ignores a damaged or foreign entry in browser storage', { tags: 'long' }, async () => {
  for (const entry of ['{"savedAt":', 'null', '[]', '{"savedAt":"now","text":{}}', '{"savedAt":1,"text":null}']) {
    for (const put of [store, (text: string) => localStorage.setItem(key, text)]) {
      put(entry);
      await openForm();
      expect(field('Vault title').value).toBe('');
      expect(pageText()).not.toContain(restored);
      cleanup();
    }
  }
});

test('visiting another page and returning loses nothing, including answers and files', { tags: 'long' }, async () => {
  const { user } = await openForm();
  fill('Vault title', 'For Rosa');
  fill('Security answer 1', 'Lake Garda');
  addFiles(textFile('letter.txt'));
  await shows('letter.txt');
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: /Remembrance/ }));
  await heading('Welcome back, Ada');
  act(() => window.history.back());
  await heading('Create your vault');
  expect(field('Vault title').value).toBe('For Rosa');
  expect(field('Security answer 1').value).toBe('Lake Garda');
  await shows('letter.txt');
  expect(pageText()).not.toContain(restored);
});

test('the browser asks before a filled form is closed, but not before an empty one', async () => {
  await openForm();
  expect(asksBeforeLeaving()).toBe(false);
  fill('Vault title', 'For Rosa');
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
  fill('Vault title', '');
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  addFiles(textFile('letter.txt'));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(true));
});

test('cancelling an empty form leaves immediately', async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await heading('Welcome back, Ada');
});

test.each([
  ['Leave and save the draft', 'For Rosa'],
  ['Leave and discard everything', ''],
])('cancelling a filled form asks first, and “%s” does what it says', async (choice, title) => {
  const { user } = await openForm();
  fill('Vault title', 'For Rosa');
  fill('Security answer 1', 'Lake Garda');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave this vault?' });
  expect(dialog.textContent).toContain('can store your text and files for 7 days. It does not store your answers.');
  await user.click(within(dialog).getByRole('button', { name: 'Keep writing' }));
  expect(window.location.pathname).toBe('/create-vault');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: choice }));
  await isAt('/');
  cleanup();
  await openForm('', { keepsUnsentWork: true });
  expect(field('Vault title').value).toBe(title);
  expect(field('Security answer 1').value).toBe('');
});

test('creating a vault removes everything about it from this browser', { tags: 'long' }, async () => {
  acceptVault();
  const { keep } = await openForm();
  writeVault();
  await keep();
  await heading('This vault is active');
  expect(stored()).toBe('');
  cleanup();
  await openForm('', { keepsUnsentWork: true });
  expect(field('Security answer 1').value).toBe('');
});

test('OUT-1: a sign-out in another tab removes the form from the screen, and nothing of it is stored again', async () => {
  await openForm();
  fill('Vault title', 'For Rosa');
  fill('Security answer 1', 'Lake Garda');
  fireEvent(document, new Event('visibilitychange'));
  expect(stored()).toContain('For Rosa');
  localStorage.removeItem(key); // what the other tab does
  signOutElsewhere();
  await heading('You are logged out');
  expect(screen.queryByLabelText('Vault title')).toBeNull();
  fireEvent(window, new Event('pagehide'));
  expect(Object.keys(localStorage)).toEqual([]);
  cleanup();
  await openForm('', { keepsUnsentWork: true });
  expect(field('Security answer 1').value).toBe('');
});

test('a form without its draft keys says so, and opens once they arrive', async () => {
  fakeService().reply(listPlans, offeredPlans);
  fakeService().reply(showPlaces, noPlaces);
  const { user } = openScreen('/create-vault?plan=basic_one_time', { signedIn: ada });
  fakeService().refuse(getDraftKeys, 'database-unavailable');
  await shows('The form could not be opened');
  expect(screen.queryByLabelText('Vault title')).toBeNull();
  fakeService().reply(getDraftKeys, { keys: [draftKey] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(field('Vault title').value).toBe(''));
});
