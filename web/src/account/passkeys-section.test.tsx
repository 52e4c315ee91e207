// Passkeys on the account page: added, renamed and removed, with each refusal by the device and by the service.
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@remembrance/contract/passkeys.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pressTwice } from '../../testing/on-screen.ts';
import { dialog, openAccount, section } from '../../testing/open-account.tsx';
import { alerts, announces, descriptionOf, fakeService, shows } from '../../testing/open-screen.tsx';
import { addPasskeyDevice, creationOptions, refusal } from '../../testing/passkey-device.ts';

const phone = { id: 'passkey-1', name: 'Phone', createdAt: '2026-03-01T12:00:00.000Z', lastUsedAt: null };
const part = () => section('Passkeys');
const add = () => part().getByRole('button', { name: 'Add a passkey' });

async function openPasskeys() {
  const opened = await openAccount();
  opened.service.reply(beginPasskey, creationOptions);
  opened.service.reply(addPasskey, phone);
  await shows('You have no passkeys yet.');
  return opened;
}

test('a passkey is added with the device’s screen lock, and appears in the list', { tags: 'long' }, async () => {
  addPasskeyDevice();
  const { service } = await openPasskeys();
  service.reply(listPasskeys, [phone]);
  pressTwice(add());
  await announces('You can sign in with it from now on.');
  await waitFor(() => expect(part().getByText('Added Mar 1, 2026. Not used yet.')).not.toBeNull());
  const sent = service.received(addPasskey).map(({ body }) => body);
  expect(sent).toHaveLength(1);
  expect(addPasskey.body.safeParse(sent[0]).success).toBe(true);
});

test('a browser without passkeys says so and lists those on other devices', async () => {
  await openAccount({ passkeys: [{ ...phone, lastUsedAt: '2026-04-02T12:00:00.000Z' }] });
  await shows('This browser cannot make passkeys.');
  await shows('Added Mar 1, 2026. Last used Apr 2, 2026.');
  expect(part().queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test.each([
  ['NotAllowedError', 'The request was cancelled or took too long. Please try again.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['AbortError', 'Your device did not respond. Please try again.'],
])('a device that ends with %s adds nothing, and the page says why', async (name, words) => {
  const device = addPasskeyDevice();
  device.create.mockImplementationOnce(refusal(name));
  const { service, user } = await openPasskeys();
  await user.click(add());
  await announces(`No passkey was added${words}`);
  expect(service.received(addPasskey)).toEqual([]);
  await user.click(add());
  await announces('Passkey added');
});

test.each([
  ['passkey-refused', 'This passkey was not accepted.'],
  ['too-many-passkeys', 'An account holds at most 20 passkeys.'],
] as const)('a passkey refused as %s is not shown as added', async (code, words) => {
  addPasskeyDevice();
  const { service, user } = await openPasskeys();
  service.refuse(addPasskey, code);
  await user.click(add());
  await announces(`No passkey was added${words}`);
});

test('the device is not asked offline', async () => {
  const device = addPasskeyDevice();
  const { service, user } = await openPasskeys();
  service.disconnect(beginPasskey);
  await user.click(add());
  await announces('The service could not be reached.');
  expect(device.create).not.toHaveBeenCalled();
});

test('the owner can name a passkey, and a blank name is refused at its field', async () => {
  const { service, user } = await openAccount({ passkeys: [phone] });
  await user.click(await part().findByRole('button', { name: 'Rename Phone' }));
  const form = await dialog('Rename this passkey');
  const name = form.getByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Phone');
  await user.clear(name);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(descriptionOf(name)).toBe('Please give it a name'));
  service.disconnect(renamePasskey);
  await user.type(name, 'טלפון 📱{Enter}');
  await alerts('The service could not be reached.');
  expect(name.value).toBe('טלפון 📱');
  service.replyWith(renamePasskey, ({ body }) => ({ ...phone, ...(body as { name: string }) }));
  service.reply(listPasskeys, [{ ...phone, name: 'טלפון 📱' }]);
  pressTwice(form.getByRole('button', { name: 'Save' }));
  await part().findByRole('button', { name: 'Rename טלפון 📱' });
  expect(service.received(renamePasskey).map(({ params }) => params)).toEqual([{ id: phone.id }, { id: phone.id }]);
});

test('removing a passkey asks first, and a refusal is shown in the same dialog', async () => {
  const { service, user } = await openAccount({ passkeys: [phone] });
  await user.click(await part().findByRole('button', { name: 'Remove Phone' }));
  const question = await dialog('Remove this passkey?');
  await shows('“Phone” will no longer sign you in.');
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(service.received(removePasskey)).toEqual([]);

  await user.click(part().getByRole('button', { name: 'Remove Phone' }));
  const again = await dialog('Remove this passkey?');
  service.fail(removePasskey);
  await user.click(again.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(again.getByRole('alert').textContent).toContain('Something went wrong on our side.'));
  service.reply(removePasskey, {});
  service.reply(listPasskeys, []);
  pressTwice(again.getByRole('button', { name: 'Remove' }));
  await shows('You have no passkeys yet.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(part().getByRole('group', { name: 'Your passkeys' }));
  expect(service.received(removePasskey)).toHaveLength(2);
});

test.each(['Rename', 'Remove'])('%s of a passkey that is gone shows the list as it is', async (what) => {
  const { service, user } = await openAccount({ passkeys: [phone] });
  service.refuse(renamePasskey, 'passkey-not-found');
  service.refuse(removePasskey, 'passkey-not-found');
  await user.click(await part().findByRole('button', { name: `${what} Phone` }));
  const open = await dialog(`${what} this passkey${what === 'Remove' ? '?' : ''}`);
  await user.click(open.getByRole('button', { name: what === 'Remove' ? 'Remove' : 'Save' }));
  await alerts('You have no such passkey.');
  service.reply(listPasskeys, []);
  await user.click(open.getByRole('button', { name: 'Cancel' }));
  await shows('You have no passkeys yet.');
});

test('passkeys that could not be loaded can be loaded again', async () => {
  const { service, user } = await openAccount({ passkeys: [phone] });
  await part().findByText('Phone');
  service.disconnect(listPasskeys);
  addPasskeyDevice();
  service.reply(removePasskey, {});
  await user.click(part().getByRole('button', { name: 'Remove Phone' }));
  await user.click((await dialog('Remove this passkey?')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(part().getByText(/could not be reached/)).not.toBeNull());
  fakeService().reply(listPasskeys, []);
  await user.click(part().getByRole('button', { name: 'Try again' }));
  await shows('You have no passkeys yet.');
});
