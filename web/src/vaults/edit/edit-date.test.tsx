// The release date on the edit page: a partial date is refused, and an existing date is removed only by its own button.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  field,
  fill,
  isFolded,
  isInvalid,
  openPart,
  pageText,
  readyButton,
  saidAt,
  writeHalfDate,
} from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, heron, letterToRosa } from '../../../testing/samples.ts';
import { dateIncomplete } from '../../ui/fields/date-time-field.tsx';
import { dateEmptied } from './state/edit-form.ts';

const dated = { scheduledReleaseDate: new Date(2040, 4, 1, 10, 0).toISOString() };

beforeEach(() => {
  fakeService().reply(listQuestions, [heron]);
  fakeService().reply(listExecutors, [ben]);
  fakeService().reply(listFiles, []);
});

async function openForm(changes: Partial<Vault> = dated) {
  fakeService().reply(getVault, { ...letterToRosa, ...changes });
  const { user } = openScreen(`/vault/${letterToRosa.id}/edit`, { signedIn: ada });
  await heading('Edit Vault');
  if (isFolded('Trusted executor and date')) await openPart('Trusted executor and date');
  return { press: async (name: string) => user.click(await readyButton(name)) };
}

test('a partial or cleared date is refused at its field, and nothing else is saved', async () => {
  const { press } = await openForm();
  fill('Vault title', 'For Rosa, at last');
  const complete = writeHalfDate('Release date');
  await press('Save');
  await waitFor(() => expect(saidAt('Release date')).toContain(dateIncomplete));
  expect(field('Release date')).toBe(document.activeElement);
  complete('2041-01-31T23:59');
  await waitFor(() => expect(isInvalid('Release date')).toBe(false));
  fill('Release date', '');
  await press('Save');
  await waitFor(() => expect(saidAt('Release date')).toContain(dateEmptied));
  expect(sentTo(editVault)).toEqual([]);
});

test('a partial date is reported once its field loses focus, and no longer once it is cleared', async () => {
  const { press } = await openForm({});
  const complete = writeHalfDate('Release date');
  fireEvent.blur(field('Release date'));
  await waitFor(() => expect(saidAt('Release date')).toBe(dateIncomplete));
  expect(pageText()).toContain('The date is not complete');
  expect(pageText()).not.toContain('No changes yet');
  fill('Vault title', 'For Rosa, at last');
  expect(pageText()).toContain('1 change, and the date is not complete');
  await press('Save');
  complete('');
  fireEvent.blur(field('Release date'));
  await waitFor(() => expect(isInvalid('Release date')).toBe(false));
  expect(pageText()).not.toContain('not complete');
});

test('a date has its own remove button; the page shows the removal until the save, and it can be undone', async () => {
  fakeService().reply(editVault, { ...letterToRosa, version: 2 });
  const { press } = await openForm();
  await press('Remove the date');
  await shows('The release date is removed when you save');
  expect(pageText()).toContain('Tuesday, May 1, 2040');
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'When it is released' }));
  await press('Keep the date');
  expect(field('Release date').value).toBe('2040-05-01T10:00');
  await press('Remove the date');
  await press('Save');
  await announces('Vault updated successfully');
  expect(sentTo(editVault)).toEqual([{ version: 1, removesReleaseDate: true }]);
});

test('a removed date is still removed after the page reopens, and a cleared field is not', async () => {
  const { press } = await openForm();
  fill('Release date', '');
  cleanup();
  await openForm();
  expect(field('Release date').value).toBe('2040-05-01T10:00');
  await press('Remove the date');
  cleanup();
  await openForm();
  await shows('The release date is removed when you save');
});

test('a vault’s only way of release cannot be removed, and the page says what to do first', async () => {
  fakeService().reply(listExecutors, []);
  await openForm();
  expect(screen.queryByRole('button', { name: 'Remove the date' })).toBeNull();
  expect(saidAt('Release date')).toBe('In your local time. To remove the date, name an executor first.');
});
