// No edit is lost to another tab, a lost response, a clicked link or a closed page.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { getVault, listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { field, fill, isAt, openPart, pageText, readyButton } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, heron, letterToRosa } from '../../../testing/samples.ts';
import { signOutElsewhere } from '../../../testing/sign-out-elsewhere.ts';
import { browserStore } from '../form/sealed-drafts.ts';

const path = `/vault/${letterToRosa.id}/edit`;
const key = `vault-draft:${ada.id}:${letterToRosa.id}`;
const renamed = { ...letterToRosa, title: 'Renamed in one tab', version: 2 };

beforeEach(() => {
  const service = fakeService();
  service.reply(listExecutors, [ben]);
  service.reply(listFiles, []);
  service.reply(listQuestions, [heron]);
  service.reply(listVaults, [letterToRosa]);
});

async function openForm(vault: Vault = letterToRosa) {
  fakeService().reply(getVault, vault);
  const { user } = openScreen(path, { signedIn: ada });
  await heading('Edit Vault');
  return { user, press: async (name: string) => user.click(await readyButton(name)) };
}
const edits = () => fakeService().received(editVault);
const bodies = () => edits().map(({ body }) => body);
const keys = () => edits().map(({ headers }) => headers.get('idempotency-key'));
const conflictWith = (stored: Vault) => {
  const { title, recipientName, recipientEmail, message, scheduledReleaseDate, version } = stored;
  const conflict = {
    stored: { title, recipientName, recipientEmail, message, scheduledReleaseDate, version },
    sent: {},
  };
  fakeService().refuse(editVault, 'edit-conflict', { conflict });
};
const choice = (legend: string, name: string) =>
  within(screen.getByRole('group', { name: legend })).getByRole<HTMLInputElement>('radio', { name });

test('both versions are shown, and the owner’s choices are saved on top of the newer one', {
  tags: 'long',
}, async () => {
  const { user, press } = await openForm();
  fill('Vault title', 'Named in the other');
  fill('Personal message', 'Dear Rosa, there is more.');
  conflictWith(renamed);
  await press('Save');
  await shows('This vault was changed somewhere else');
  expect(pageText()).toContain('Renamed in one tab');
  expect(pageText()).toContain('Dear Rosa, there is more.');
  expect(choice('Personal message', 'What you wrote here').checked).toBe(true);
  await user.click(choice('Vault title', 'What is saved now'));
  fakeService().reply(editVault, { ...renamed, message: 'Dear Rosa, there is more.', version: 3 });
  await press('Save what I chose');
  await announces('Vault updated successfully');
  expect(bodies()[1]).toEqual({ version: 2, message: 'Dear Rosa, there is more.' });
  await heading('Renamed in one tab');
});

test('a field that only the other tab changed takes the saved value unless the owner chooses otherwise', async () => {
  const { press } = await openForm();
  fill('Personal message', 'Dear Rosa, there is more.');
  conflictWith(renamed);
  await press('Save');
  await shows('This vault was changed somewhere else');
  expect(choice('Vault title', 'What is saved now').checked).toBe(true);
  await press('Continue editing with it');
  expect(field('Vault title').value).toBe('Renamed in one tab');
  expect(field('Personal message').value).toBe('Dear Rosa, there is more.');
  fakeService().reply(editVault, { ...renamed, version: 3 });
  await press('Save');
  await announces('Vault updated successfully');
  expect(bodies()[1]).toEqual({ version: 2, message: 'Dear Rosa, there is more.' });
});

test('a save whose response was lost is retried with its key', async () => {
  const { press } = await openForm();
  fill('Vault title', 'For Ruth');
  fakeService().disconnect(editVault);
  await press('Save');
  await announces('The service could not be reached.');
  fakeService().reply(editVault, { ...letterToRosa, title: 'For Ruth', version: 2 });
  await press('Save');
  await heading('For Ruth');
  expect(bodies()).toEqual([
    { version: 1, title: 'For Ruth' },
    { version: 1, title: 'For Ruth' },
  ]);
  expect(new Set(keys()).size).toBe(1);
});

test('text typed after a lost response is saved on top of that save without a question', async () => {
  const { press } = await openForm();
  fill('Vault title', 'For Ruth');
  fakeService().disconnect(editVault);
  await press('Save');
  await announces('The service could not be reached.');
  fill('Personal message', 'Dear Ruth');
  conflictWith({ ...letterToRosa, title: 'For Ruth', version: 2 });
  await press('Save');
  await waitFor(() => expect(bodies().at(-1)).toEqual({ version: 2, message: 'Dear Ruth' }));
  expect(bodies().slice(0, -1)).toEqual([
    { version: 1, title: 'For Ruth' },
    { version: 1, title: 'For Ruth', message: 'Dear Ruth' },
  ]);
  expect(new Set(keys()).size).toBe(3);
});

const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const inDialog = async (name: string) => act(() => fireEvent.click(screen.getByRole('button', { name })));

test('Cancel asks before leaving a changed edit, and staying loses nothing', async () => {
  const { user } = await openForm();
  fill('Vault title', 'For Ruth');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await dialog();
  expect(window.location.pathname).toBe(path);
  await inDialog('Continue editing');
  expect(field('Vault title').value).toBe('For Ruth');
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await dialog();
  await inDialog('Leave and keep the changes in this browser');
  await isAt(`/vault/${letterToRosa.id}`);
  expect(browserStore()?.getItem(key)).toContain('For Ruth');
});

test('Back asks before leaving a changed edit, but not an unchanged one', async () => {
  window.history.pushState(null, '', '/');
  window.history.pushState(null, '', '/');
  await openForm();
  fill('Vault title', 'For Ruth');
  window.history.back();
  await dialog();
  await waitFor(() => expect(window.location.pathname).toBe(path));
  expect(field('Vault title').value).toBe('For Ruth');
  await inDialog('Leave and discard the changes');
  await isAt('/');
  expect(localStorage.getItem(key)).toBeNull();
});

test('nothing is asked if nothing was changed', async () => {
  const { user } = await openForm();
  await user.click(screen.getByRole('link', { name: 'Cancel' }));
  await isAt(`/vault/${letterToRosa.id}`);
});

test('changes are restored after the page was closed, and gone once discarded or saved', async () => {
  await openForm();
  fill('Personal message', 'Dear Rosa, there is more.');
  cleanup();
  const { press } = await openForm();
  await shows('What you wrote is still here');
  expect(field('Personal message').value).toBe('Dear Rosa, there is more.');
  expect(field('Vault title').value).toBe('For Rosa');
  await press('Discard it');
  expect(field('Personal message').value).toBe(letterToRosa.message);
  fill('Vault title', 'For Ruth');
  fakeService().reply(editVault, { ...letterToRosa, title: 'For Ruth', version: 2 });
  await press('Save');
  await heading('For Ruth');
  expect(localStorage.getItem(key)).toBeNull();
});

test('a draft based on an older version is shown next to the saved one', async () => {
  await openForm();
  fill('Vault title', 'Named here');
  cleanup();
  await openForm(renamed);
  await shows('This vault was changed somewhere else');
  expect(choice('Vault title', 'What you wrote here').checked).toBe(true);
  expect(screen.queryByRole('group', { name: 'Personal message' })).toBeNull();
});

test('new answers are not stored in the browser', async () => {
  const { press } = await openForm();
  await openPart('Security verification');
  await press('Change the questions');
  fill('New answer 1', 'By the old quarry');
  fill('Vault title', 'For Ruth');
  cleanup();
  expect(browserStore()?.getItem(key)).toContain('For Ruth');
  expect(browserStore()?.getItem(key)).not.toMatch(/quarry|heron/);
});

test('the text of an edit that can no longer be saved is shown for copying', async () => {
  const service = fakeService();
  const { press } = await openForm();
  fill('Personal message', 'There is more to say.');
  service.refuse(editVault, 'edit-limit-reached');
  service.reply(getVault, { ...letterToRosa, editCount: letterToRosa.editsAllowed });
  await press('Save');
  await heading('This vault cannot be edited');
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'What you wrote was not saved' }).textContent).toContain(
      'Personal messageThere is more to say.',
    ),
  );
});

test('OUT-1: a sign-out in another tab removes the edit from the screen, and nothing of it is stored again', async () => {
  await openForm();
  fill('Vault title', 'For Rosa and Jonas');
  signOutElsewhere();
  await heading('You are logged out');
  expect(screen.queryByLabelText('Vault title')).toBeNull();
  fireEvent(window, new Event('pagehide'));
  expect(Object.keys(localStorage)).toEqual([]);
});
