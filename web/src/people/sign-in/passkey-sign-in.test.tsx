// Signing in with a passkey: an unsupported browser, a cancelled prompt, and a refused passkey.
import { beginPasskeySignIn, signInWithPasskey } from '@remembrance/contract/passkeys.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alerts, fakeService, heading, openScreen } from '../../../testing/open-screen.tsx';
import { addPasskeyDevice, refusal, requestOptions } from '../../../testing/passkey-device.ts';
import { ada } from '../../../testing/samples.ts';
import { watchLeaving } from '../../../testing/watch-leaving.ts';

const button = () => screen.getByRole('button', { name: 'Use a passkey' });

async function openSignIn() {
  const service = fakeService();
  service.reply(beginPasskeySignIn, requestOptions);
  service.reply(signInWithPasskey, { user: ada });
  const { user } = openScreen('/sign-in?next=%2Faccount');
  await heading('Welcome back');
  return { service, user };
}

test('a passkey signs in without the address, and the service accepts its response', async () => {
  const left = watchLeaving();
  addPasskeyDevice();
  const { service, user } = await openSignIn();
  await user.click(button());
  await waitFor(() => expect(left).toEqual(['replaced by /account']));
  const [sent] = service.received(signInWithPasskey);
  expect(signInWithPasskey.body.safeParse(sent?.body).success).toBe(true);
  await user.click(button());
  expect(service.received(beginPasskeySignIn)).toHaveLength(1);
});

test('a browser without passkeys is not offered one', async () => {
  await openSignIn();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

test.each([
  ['NotAllowedError', 'The request was cancelled or took too long. Please try again.'],
  ['SecurityError', 'Passkeys do not work at this address.'],
  ['UnknownError', 'Your device did not respond. Please try again.'],
])('a prompt that ends with %s says so, and can be opened again', async (name, words) => {
  const left = watchLeaving();
  const device = addPasskeyDevice();
  device.get.mockImplementationOnce(refusal(name));
  const { service, user } = await openSignIn();
  await user.click(button());
  await alerts(words);
  expect(service.received(signInWithPasskey)).toEqual([]);
  await user.click(button());
  await waitFor(() => expect(left).toEqual(['replaced by /account']));
});

test.each([
  ['passkey-refused', 'This passkey was not accepted. Please try again, or sign in another way.'],
  ['account-suspended', 'This account is suspended.'],
] as const)('a passkey refused as %s leaves the other way in open', async (code, words) => {
  addPasskeyDevice();
  const { service, user } = await openSignIn();
  service.refuse(signInWithPasskey, code);
  await user.click(button());
  await alerts(words);
  expect(screen.getByRole('button', { name: 'Log In' }).getAttribute('aria-disabled')).toBeNull();
});

test('the prompt is not opened offline', async () => {
  const device = addPasskeyDevice();
  const { service, user } = await openSignIn();
  service.disconnect(beginPasskeySignIn);
  await user.click(button());
  await alerts('The service could not be reached.');
  expect(device.get).not.toHaveBeenCalled();
});

test('an open prompt is not opened a second time', async () => {
  const device = addPasskeyDevice();
  device.get.mockImplementationOnce(() => new Promise(() => {}));
  const { user } = await openSignIn();
  await user.dblClick(button());
  await waitFor(() => expect(device.get).toHaveBeenCalled());
  expect(button().getAttribute('aria-disabled')).toBe('true');
  await user.click(button());
  expect(device.get).toHaveBeenCalledTimes(1);
});
