// The edit form in four collapsed parts: the summary of each, what opens it, and the bar that counts the changes.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { addExecutor, listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { getVault } from '@remembrance/contract/vaults.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { field, fill, isFolded, openPart, readyButton, saidAt } from '../../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../../testing/open-screen.tsx';
import { ada, ben, heron, letterToRosa, picture } from '../../../../testing/samples.ts';

const parts = ['Vault details and recipient', 'Security verification', 'Trusted executor and date', 'Vault contents'];
const [details = '', questions = '', executor = '', contents = ''] = parts;
const path = `/vault/${letterToRosa.id}/edit`;

beforeEach(() => {
  const service = fakeService();
  service.reply(listQuestions, [heron]);
  service.reply(listExecutors, [ben]);
  service.reply(listFiles, [{ ...picture, fileName: 'Lake.jpg' }]);
  service.reply(getVault, { ...letterToRosa, scheduledReleaseDate: new Date(2040, 4, 1, 10).toISOString() });
  service.reply(editVault, { ...letterToRosa, version: 2 });
});

async function open(address = path) {
  const { user } = openScreen(address, { signedIn: ada });
  await heading('Edit Vault');
  return { press: async (name: string | RegExp) => user.click(await readyButton(name)) };
}
const region = (name: string) => screen.getByRole('region', { name });
const open4 = () => parts.filter((part) => !isFolded(part));
const counted = (words: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words));

test('of four parts in the order of the create form the first is open, and each collapses to a summary without an answer', {
  tags: 'long',
}, async () => {
  const { press } = await open();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(parts);
  expect(open4()).toEqual([details]);
  await press(details);
  expect(open4()).toEqual([]);
  expect(region(details).textContent).toContain('For Rosa · Rosa');
  expect(region(questions).textContent).toContain(heron.question);
  expect(region(executor).textContent).toContain('Ben Achterberg · May 1, 2040');
  expect(region(contents).textContent).toContain('Lake.jpg');
  await openPart(questions);
  await press('Change the questions');
  fill('New answer 1', 'By the old quarry');
  await press(questions);
  expect(isFolded(questions)).toBe(true);
  expect(within(region(questions)).getByText(heron.question)).toBeTruthy();
  expect(region(questions).textContent).not.toContain('quarry');
  await press(questions);
  expect(field('New answer 1').value).toBe('By the old quarry');
});

test('an error, found here or by the service, opens its part and takes the focus there', async () => {
  const { press } = await open();
  await press(details);
  fill('Vault title', '');
  await press('Save');
  await waitFor(() => expect(field('Vault title')).toBe(document.activeElement));
  expect(open4()).toEqual([details]);
  expect(saidAt('Vault title')).toContain('Title is required');
  fill('Vault title', 'For Ruth');
  expect(open4()).toEqual([details]);
  await openPart(questions);
  await press('Change the questions');
  fill('New answer 1', 'no');
  await press(questions);
  fakeService().refuse(editVault, 'invalid-input', {
    fields: { 'questions.0.answers.0': 'This answer is easy to guess' },
  });
  await press('Save');
  await waitFor(() => expect(isFolded(questions)).toBe(false));
  expect(field('New answer 1')).toBe(document.activeElement);
});

test('the part that the address names is open, as are those that a restored draft changed', async () => {
  await open(`${path}#executor`);
  expect(open4()).toEqual([details, executor]);
  fill('Personal message', 'Dear Rosa, there is more.');
  cleanup();
  await open();
  await shows('What you wrote is still here');
  expect(open4()).toEqual([details]);
});

test('the bar shows how many changes a save would make, and no longer counts undone ones', async () => {
  const { press } = await open();
  await counted('No changes yet');
  fill('Vault title', 'For Ruth');
  await counted('1 change');
  fill('Caption of Lake.jpg', 'Us at the lake');
  await counted('2 changes');
  await openPart(questions);
  await press('Change the questions');
  await counted('2 changes');
  fill('New answer 1', 'The mill pond');
  await counted('3 changes');
  await openPart(executor);
  await press('Remove the date');
  await counted('4 changes');
  await press('Keep the date');
  fill('Vault title', 'For Rosa');
  fill('Caption of Lake.jpg', '');
  await press('Do not change the questions');
  await counted('No changes yet');
});

test('adding an executor has its own form, and the rest of the edit waits for its save', async () => {
  fakeService().reply(listExecutors, []);
  fakeService().reply(addExecutor, ben);
  const { press } = await open(`${path}#executor`);
  expect(region(executor).textContent).toContain('Changes to executors take effect immediately and use no edit.');
  fill('Vault title', 'For Ruth');
  await press('Add an executor');
  fill('Executor email', 'ben@example.com');
  await press('Add the executor');
  await announces('Executor Added');
  expect(fakeService().received(editVault)).toEqual([]);
  await press('Save');
  await announces('Vault updated successfully');
  expect(fakeService().received(editVault)).toHaveLength(1);
});
