// Deleting a vault: what the dialog says first, what is sent, and the state after a refusal or a lost response.
import { listExecutors } from '@remembrance/contract/executors.ts';
import { listFiles } from '@remembrance/contract/files.ts';
import { getProof, proveByPassword } from '@remembrance/contract/proof.ts';
import { deleteVault, getVault, listVaults, type Vault } from '@remembrance/contract/vaults.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { isAt, pageText, pressTwice } from '../../../testing/on-screen.ts';
import { announces, fakeService, heading, openScreen, shows } from '../../../testing/open-screen.tsx';
import { ada, ben, letterToRosa } from '../../../testing/samples.ts';

beforeEach(() => {
  const service = fakeService();
  service.reply(listFiles, []);
  service.reply(listExecutors, [ben]);
  service.reply(listVaults, []);
  service.reply(deleteVault, undefined as never);
});

async function openDialog(changes: Partial<Vault> = {}) {
  fakeService().reply(getVault, { ...letterToRosa, ...changes });
  const { user } = openScreen(`/vault/${letterToRosa.id}`, { signedIn: ada });
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete Vault' }));
    return screen.findByRole('dialog', { name: 'Delete this vault?' });
  };
  const press = async (name: string) => {
    const dialog = await screen.findByRole('dialog', { name: 'Delete this vault?' });
    await user.click(within(dialog).getByRole('button', { name }));
  };
  return { user, ask, press, dialog: await ask() };
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const deleted = () => fakeService().received(deleteVault);

test('an activated vault says that it can be restored for seven days, is deleted, and leads to the dashboard', async () => {
  const { dialog, press } = await openDialog();
  expect(dialog.textContent).toContain('We hide it now, and nobody can release it. For 7 days you can restore it');
  await press('Delete Vault');
  await announces('Vault DeletedYou can restore it for 7 days with the link in the email we sent you.');
  await isAt('/');
  await shows('No Vaults Yet');
  expect(deleted()).toMatchObject([{ params: { id: letterToRosa.id } }]);
});

test('an unpaid vault says that its deletion is immediate and final', async () => {
  const { dialog, press } = await openDialog({ paymentStatus: 'unpaid' });
  expect(dialog.textContent).toContain('We permanently delete its message and files now. This cannot be undone.');
  expect(dialog.textContent).not.toContain('restore');
  await press('Delete Vault');
  await announces('Vault DeletedWe have permanently deleted its message and files.');
});

test('keeping the vault deletes nothing, and neither does closing the dialog by keyboard', async () => {
  const { press, ask, user } = await openDialog();
  await press('Keep it');
  await isClosed();
  const dialog = await ask();
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  await isClosed();
  await user.keyboard('{Escape}');
  expect(deleted()).toEqual([]);
});

test('pressing twice deletes once, and the dialog waits for the response', async () => {
  const service = fakeService();
  const letGo = service.hold(deleteVault);
  const { dialog, press } = await openDialog();
  await press('Delete Vault');
  await press('Delete Vault');
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(screen.getByRole('dialog')).toBeDefined();
  letGo();
  await isAt('/');
  expect(deleted()).toHaveLength(1);
});

test.each([
  ['vault-released', 'This vault has already been released and cannot be edited'],
  ['database-unavailable', 'We could not finish this. Please try again in a moment.'],
] as const)('a deletion refused with %s closes the dialog, says why, and leaves the vault', async (code, words) => {
  fakeService().refuse(deleteVault, code);
  const { press } = await openDialog();
  await press('Delete Vault');
  await announces(`Not Deleted${words}`);
  await isClosed();
  expect(pageText()).toContain('For Rosa');
  expect(window.location.pathname).toBe(`/vault/${letterToRosa.id}`);
});

test('a deletion without a response or with an error says so, and can be retried', async () => {
  const service = fakeService();
  service.disconnect(deleteVault);
  const { press, ask } = await openDialog();
  await press('Delete Vault');
  await announces('Not DeletedThe service could not be reached.');
  service.fail(deleteVault);
  await ask();
  await press('Delete Vault');
  await announces('Not DeletedThe vault could not be deleted. Please try again.');
  service.reply(deleteVault, undefined as never);
  await ask();
  await press('Delete Vault');
  await heading('Welcome, Ada');
});

test('a deletion that needs a proof asks for it and continues, and without it nothing is deleted', async () => {
  const service = fakeService();
  service.refuse(deleteVault, 'proof-needed');
  const proofState = { secondsLeft: 0, hasPassword: true, hasPasskey: false };
  service.reply(getProof, proofState);
  service.reply(proveByPassword, { ...proofState, secondsLeft: 600 });
  const { press, user, ask } = await openDialog();
  await press('Delete Vault');
  let proof = await screen.findByRole('dialog', { name: 'Please confirm it is you' });
  await user.click(await within(proof).findByRole('button', { name: 'Cancel' }));
  await announces('Not DeletedPlease confirm that it is you');
  await ask();
  await press('Delete Vault');
  proof = await screen.findByRole('dialog', { name: 'Please confirm it is you' });
  service.reply(deleteVault, undefined as never);
  await user.type(await within(proof).findByLabelText('Your password'), 'a quiet lake in june');
  await user.click(within(proof).getByRole('button', { name: 'Continue' }));
  await isAt('/');
  expect(deleted()).toHaveLength(3);
});

test('two clicks before the page has updated delete once', async () => {
  const { dialog } = await openDialog();
  const button = within(dialog).getByRole('button', { name: 'Delete Vault' });
  pressTwice(button);
  await isAt('/');
  expect(deleted()).toHaveLength(1);
});
