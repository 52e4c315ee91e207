// Editing a vault: what can be edited, the message at each field, a conflict with the release, and the state after a refusal.
import { editVault } from '@remembrance/contract/edit-vault.ts';
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { listQuestions } from '@remembrance/contract/questions.ts';
import { refusals } from '@remembrance/contract/refusals.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  field,
  fill,
  hrefOf,
  isAt,
  isInvalid,
  pageText,
  pressTwice,
  readyButton,
  saidAt,
  toastText,
} from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, heron, letterToRosa } from '../../../testing/samples.ts';

const dated = { scheduledReleaseDate: new Date(2040, 4, 1, 10, 0).toISOString() };

beforeEach(() => {
  fakeService().reply(listQuestions, [heron]);
  fakeService().reply(listExecutors, [ben]);
  fakeService().reply(listFiles, []);
});

const open = (changes: Partial<Vault> = {}) => {
  fakeService().reply(getVault, { ...letterToRosa, ...changes });
  return openScreen(`/vault/${letterToRosa.id}/edit`, { signedIn: ada });
};
async function openForm(changes: Partial<Vault> = {}) {
  const { user } = open(changes);
  await heading('Edit Vault');
  return { user, save: async () => user.click(await readyButton('Save')) };
}
const edits = () => fakeService().received(editVault);
const saved = (changes: Partial<Vault>) => fakeService().reply(editVault, { ...letterToRosa, ...changes });

test('the form says how many edits are left and that saving uses one, and shows the stored values', async () => {
  await openForm({ editCount: 1, ...dated });
  expect(pageText()).toContain('1 edit left. Saving a change uses one edit.');
  expect(field('Vault title').value).toBe('For Rosa');
  expect(field('Personal message').value).toBe('Dear Rosa,\nremember the lake.');
  expect(field('Release date').value).toBe('2040-05-01T10:00');
  expect(hrefOf('Cancel')).toBe(`/vault/${letterToRosa.id}`);
});

test('changes are saved, an untouched date is not sent, and the vault shows the change', async () => {
  saved({ title: 'For Rosa, at last', editCount: 2 });
  const { save } = await openForm({ editCount: 1, ...dated });
  fill('Vault title', ' For Rosa, at last ');
  fill('Recipient name', 'روزا');
  await save();
  await announces('SuccessVault updated successfully');
  await isAt(`/vault/${letterToRosa.id}`);
  await heading('For Rosa, at last');
  await shows(refusals['edit-limit-reached'].detail);
  expect(edits().map(({ body }) => body)).toEqual([{ version: 1, title: 'For Rosa, at last', recipientName: 'روزا' }]);
});

test('two clicks before the page has updated save once and use one edit', async () => {
  fakeService().replyWith(editVault, () => {
    fakeService().refuse(editVault, 'edit-limit-reached');
    return { ...letterToRosa, title: 'For Rosa, at last' };
  });
  await openForm({ editCount: 0, editsAllowed: 1 });
  fill('Vault title', 'For Rosa, at last');
  pressTwice(await readyButton('Save'));
  await announces('Vault updated successfully');
  await isAt(`/vault/${letterToRosa.id}`);
  expect(edits()).toHaveLength(1);
});

test('a changed date is sent as the instant it means in local time', async () => {
  saved({});
  const { save } = await openForm(dated);
  fill('Release date', '2041-01-31T23:59');
  await save();
  await announces('Vault updated successfully');
  expect(edits()[0]?.body).toMatchObject({ scheduledReleaseDate: new Date(2041, 0, 31, 23, 59).toISOString() });
});

const rules = [
  ['Vault title', '', 'Title is required'],
  ['Vault title', 'x'.repeat(256), 'Please use at most 255 characters'],
  ['Recipient name', '  ', 'Recipient name is required'],
  ['Recipient name', 'Rosa@example.com', 'Please write the name without a web or email address'],
  ['Recipient email', 'rosa', 'Valid email required'],
  ['Personal message', 'x'.repeat(100_001), 'Please use at most 100,000 characters'],
  ['Release date', '2020-01-01T00:00', 'Please choose a date in the future'],
] as const;

test('an invalid change is refused at its field, and nothing is sent', { tags: 'long' }, async () => {
  const { save } = await openForm();
  for (const [label, value, sentence] of rules) {
    const before = field(label).value;
    fill(label, value);
    await save();
    await waitFor(() => expect([label, saidAt(label)]).toEqual([label, expect.stringContaining(sentence)]));
    expect(isInvalid(label)).toBe(true);
    expect(field(label)).toBe(document.activeElement);
    fill(label, before);
    await waitFor(() => expect(isInvalid(label)).toBe(false));
  }
  expect(edits()).toEqual([]);
});

test('a message may be empty, and a date that has passed since may stay unchanged', async () => {
  saved({});
  const { save } = await openForm({ scheduledReleaseDate: '2020-01-01T10:00:00.000Z' });
  fill('Personal message', '');
  await save();
  await announces('Vault updated successfully');
  expect(edits()[0]?.body).toMatchObject({ message: '' });
});

test('an error or a lost response says that nothing was saved, keeps the text, and can be retried', async () => {
  const service = fakeService();
  service.fail(editVault);
  const { save } = await openForm();
  fill('Vault title', 'For Rosa, at last');
  await save();
  await announces('Update FailedFailed to update vault');
  service.disconnect(editVault);
  await save();
  await announces('Update FailedThe service could not be reached.');
  expect(field('Vault title').value).toBe('For Rosa, at last');
  saved({ title: 'For Rosa, at last' });
  await save();
  await heading('For Rosa, at last');
});

test('a field that the service refuses shows the reason at the field, without a toast', async () => {
  fakeService().refuse(editVault, 'invalid-input', { fields: { recipientEmail: 'Valid email required' } });
  const { save } = await openForm();
  fill('Recipient email', 'rosa@example.org');
  await save();
  await waitFor(() => expect(saidAt('Recipient email')).toContain('Valid email required'));
  expect(toastText()).toBe('');
});

test('an edit that was open while the vault was released is refused with that reason', async () => {
  const service = fakeService();
  const { save } = await openForm();
  fill('Personal message', 'Dear Rosa, there is more to say.');
  service.refuse(editVault, 'vault-released');
  service.reply(getVault, { ...letterToRosa, status: 'released', releasedAt: '2026-04-02T14:30:00.000Z' });
  await save();
  await announces('Update FailedThis vault has already been released and cannot be edited');
  await heading('Cannot Edit Released Vault');
  expect(hrefOf('View Vault')).toBe(`/vault/${letterToRosa.id}`);
});

test('an edit that another tab used up is refused, and the page says so from then on', async () => {
  const service = fakeService();
  const { save } = await openForm({ editCount: 1 });
  fill('Vault title', 'For Ruth');
  service.refuse(editVault, 'edit-limit-reached');
  service.reply(getVault, { ...letterToRosa, editCount: 2 });
  await save();
  await announces(`Update Failed${refusals['edit-limit-reached'].detail}`);
  await heading('This vault cannot be edited');
});

test.each([
  [
    { status: 'released' } as const,
    'Cannot Edit Released Vault',
    'has already been released and cannot be edited',
    null,
  ],
  [{ editCount: 2 }, 'This vault cannot be edited', refusals['edit-limit-reached'].detail, null],
  [
    { paymentStatus: 'lapsed' } as const,
    'This vault cannot be edited',
    'Your plan has ended or is paused',
    'Open billing',
  ],
])('a vault with %o has no form, shows why, and links to a next step', async (changes, title, words, link) => {
  open(changes);
  await heading(title);
  expect(pageText()).toContain(words);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(hrefOf('View Vault')).toBe(`/vault/${letterToRosa.id}`);
  expect(screen.queryByRole('link', { name: 'Open billing' })?.textContent ?? null).toBe(link);
});

test('the browser asks before a changed form is closed, but not once it is saved', async () => {
  const asks = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
  saved({ title: 'For Ruth' });
  const { save } = await openForm();
  expect(asks()).toBe(false);
  fill('Vault title', 'For Ruth');
  await waitFor(() => expect(asks()).toBe(true));
  await save();
  await heading('For Ruth');
  expect(asks()).toBe(false);
});

test('a vault that does not exist, or whose executors cannot be loaded, shows no form', async () => {
  const service = fakeService();
  service.disconnect(listExecutors);
  const { user } = open();
  await heading('Your vault could not be shown');
  service.refuse(getVault, 'vault-not-found');
  service.reply(listExecutors, [ben]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Vault Not Found');
});

test('another address of the recipient says that the second one goes with it', async () => {
  await openForm({ recipientSecondEmail: 'rosa.two@example.com' });
  expect(pageText()).not.toContain('rosa.two@example.com');
  fill('Recipient email', 'mallory@example.com');
  await shows('Saving this also removes the second address rosa.two@example.com');
  fill('Recipient email', letterToRosa.recipientEmail);
  await waitFor(() => expect(pageText()).not.toContain('rosa.two@example.com'));
});
