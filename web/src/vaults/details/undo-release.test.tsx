// Undoing a release on the vault's page: a quiet button while nobody has opened it, a dialog that says what happens, and what has happened.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { undoRelease } from '@remembrance/contract/released-vaults.ts';
import { getVault, type Vault } from '@remembrance/contract/vaults.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pageText } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, letterToRosa } from '../../../testing/samples.ts';

const released = { status: 'released', releasedAt: '2026-04-02T14:30:00.000Z', codes: [] } satisfies Partial<Vault>;
const button = () => screen.queryByRole('button', { name: 'Undo the release' });

beforeEach(() => {
  fakeService().reply(listFiles, []);
  fakeService().reply(listExecutors, [ben]);
});

async function open(changes: Partial<Vault>) {
  fakeService().reply(getVault, { ...letterToRosa, ...changes });
  const opened = openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  await heading(letterToRosa.title);
  await shows('ben@example.com');
  return opened;
}

test.each<[string, Partial<Vault>]>([
  ['that was opened', { ...released, isProven: true }],
  ['that is active', {}],
])('a vault %s has no button that undoes its release', async (_, state) => {
  await open(state);
  expect(button()).toBeNull();
});

test('UNDO-1: the dialog says what happens, and afterwards the page says what has happened', async () => {
  const { user } = await open(released);
  await user.click(button() ?? expect.unreachable());
  const dialog = screen.getByRole('dialog', { name: 'Undo the release?' });
  expect(dialog.textContent).toContain('Rosa Lindqvist has not opened this vault yet.');
  expect(dialog.textContent).toContain('Executors keep their codes and can release it again.');
  const removedDate = '2026-04-02T14:30:00.000Z';
  fakeService().reply(undoRelease, { removedDate, isRecipientNotified: true });
  fakeService().reply(getVault, letterToRosa);
  await user.click(within(dialog).getByRole('button', { name: 'Undo the release' }));
  await shows('The release was undone');
  await shows('Executors keep their codes, and we have emailed them.');
  expect(pageText()).toMatch(/there is nothing for them to do.*April 2, 2026.*was removed. This used no edit/s);
  expect(sentTo(undoRelease)).toHaveLength(1);
  expect(button()).toBeNull();
});

test('UNDO-2: if the recipient has opened it since, the page says so and the button is gone', async () => {
  const { user } = await open(released);
  await user.click(button() ?? expect.unreachable());
  fakeService().refuse(undoRelease, 'release-opened');
  fakeService().reply(getVault, { ...letterToRosa, ...released, isProven: true });
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo the release' }));
  await announces('The recipient has already proven who they are');
  await expect.poll(button).toBeNull();
});

test('the dialog of a lapsed vault does not say that it can be changed', async () => {
  const { user } = await open({ ...released, paymentStatus: 'lapsed' });
  await user.click(button() ?? expect.unreachable());
  expect(screen.getByRole('dialog').textContent).not.toContain('change it');
});
