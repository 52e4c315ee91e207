// The proof before an important change: each way to give it, refusals, and that cancelling changes nothing.
import { deleteAccount, getAccount, requestEmailChange } from '@remembrance/contract/account.ts';
import { beginPasskeySignIn, listPasskeys } from '@remembrance/contract/passkeys.ts';
import { getProof, type ProofState, proveByPasskey, proveByPassword } from '@remembrance/contract/proof.ts';
import { listKnownBrowsers, listSessions } from '@remembrance/contract/sessions.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { pressTwice } from '../../../testing/on-screen.ts';
import { alerts, descriptionOf, fakeService, openScreen, sentTo, shows } from '../../../testing/open-screen.tsx';
import { addPasskeyDevice, refusal, requestOptions } from '../../../testing/passkey-device.ts';
import { accountOfAda, ada, thisBrowser } from '../../../testing/samples.ts';

// A page whose account was deleted has signed out, and remembers it until it reloads.
afterAll(() => void vi.resetModules());

const expired: ProofState = { secondsLeft: 0, hasPassword: true, hasPasskey: false };
const proven = { ...expired, secondsLeft: 600 };
const dialog = () => screen.findByRole('dialog', { name: 'Please confirm it is you' });
const address = () => screen.getByLabelText<HTMLInputElement>('New email address');

/** Requests a new address in a session without a recent proof. */
async function askForChange(proof: Partial<ProofState> = {}, refused: { detail?: string } = {}) {
  const service = fakeService();
  service.reply(getAccount, accountOfAda);
  service.reply(listPasskeys, []);
  service.reply(listSessions, [thisBrowser]);
  service.reply(listKnownBrowsers, []);
  service.reply(getProof, { ...expired, ...proof });
  service.reply(beginPasskeySignIn, requestOptions);
  service.refuse(requestEmailChange, 'proof-needed', refused);
  const { user } = openScreen('/account', { signedIn: ada });
  await user.type(await screen.findByLabelText('New email address'), 'new@example.com{Enter}');
  const inside = within(await dialog());
  await waitFor(() => expect(inside.queryAllByRole('button').length).toBeGreaterThan(0));
  const prove = () => service.reply(requestEmailChange, { email: 'new@example.com' });
  return { service, user, inside, prove };
}

test('the password is the proof, and the change is sent again as typed', { tags: 'long' }, async () => {
  const { service, user, inside, prove } = await askForChange();
  expect(inside.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  const password = inside.getByLabelText('Your password');
  await user.click(inside.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(descriptionOf(password)).toBe('Please enter your password'));
  service.refuse(proveByPassword, 'wrong-password', { fields: { password: 'This password is wrong.' } });
  await user.type(password, 'not mine{Enter}');
  await waitFor(() => expect(descriptionOf(password)).toBe('This password is wrong.'));
  expect(document.activeElement).toBe(password);
  service.refuse(proveByPassword, 'busy');
  await user.click(inside.getByRole('button', { name: 'Continue' }));
  await alerts('Nothing is lost. Please try again in a few seconds.');
  expect(sentTo(requestEmailChange)).toHaveLength(1);
  service.reply(proveByPassword, proven);
  prove();
  pressTwice(inside.getByRole('button', { name: 'Continue' }));
  await shows('An email is on its way to new@example.com.');
  expect(sentTo(requestEmailChange)).toEqual([{ email: 'new@example.com' }, { email: 'new@example.com' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the dialog gives the refusal’s reason for asking', async () => {
  const detail = 'A date less than seven days ahead releases the vault soon.';
  await askForChange({}, { detail });
  expect(descriptionOf(await dialog())).toBe(`${detail} Nothing you have entered is lost.`);
});

test('a passkey is the proof, and the password can still be used after a cancelled prompt', async () => {
  const device = addPasskeyDevice();
  device.get.mockImplementationOnce(refusal('NotAllowedError'));
  const { service, user, inside, prove } = await askForChange({ hasPasskey: true });
  await user.click(inside.getByRole('button', { name: 'Use a passkey' }));
  await alerts('The request was cancelled or took too long. Please try again.');
  expect(inside.getByLabelText('Your password')).not.toBeNull();
  service.refuse(proveByPasskey, 'passkey-refused');
  await user.click(inside.getByRole('button', { name: 'Use a passkey' }));
  await alerts('This passkey was not accepted.');
  service.reply(proveByPasskey, proven);
  prove();
  await user.click(inside.getByRole('button', { name: 'Use a passkey' }));
  await shows('An email is on its way to new@example.com.');
  const last = service.received(proveByPasskey).at(-1)?.body;
  expect(proveByPasskey.body.safeParse(last).success).toBe(true);
});

test('an account with only a passkey, in a browser without passkey support, signs in again in a new tab', async () => {
  const { user, inside, prove } = await askForChange({ hasPassword: false, hasPasskey: true });
  expect(inside.queryByLabelText('Your password')).toBeNull();
  const link = inside.getByRole('link', { name: 'Log out in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/api/logout', '_blank']);
  prove();
  await user.click(inside.getByRole('button', { name: 'I have logged in again' }));
  await shows('An email is on its way to new@example.com.');
});

test('the dialog says so if somebody did not sign in again, and the typed text stays', async () => {
  const { user, inside } = await askForChange({ hasPassword: false });
  await user.click(inside.getByRole('button', { name: 'I have logged in again' }));
  await alerts('Please confirm that it is you, with your password or a passkey, or by signing in again.');
  expect(address().value).toBe('new@example.com');
  expect(sentTo(requestEmailChange)).toHaveLength(2);
});

test.each(['Cancel', 'Escape', 'a press outside'])('%s changes nothing and loses nothing', async (way) => {
  const { user, inside } = await askForChange();
  const open = await dialog();
  if (way === 'Cancel') await user.click(inside.getByRole('button', { name: 'Cancel' }));
  else if (way === 'Escape') fireEvent(open, new Event('cancel', { cancelable: true }));
  else await user.click(open);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await alerts('Please confirm that it is you');
  expect(address().value).toBe('new@example.com');
  expect(sentTo(requestEmailChange)).toHaveLength(1);
  await user.type(address(), '{Enter}');
  await dialog();
});

test('if the ways to prove it cannot be loaded, the owner can retry', async () => {
  const service = fakeService();
  const { user, inside } = await askForChange();
  await user.click(inside.getByRole('button', { name: 'Cancel' }));
  service.disconnect(getProof);
  await user.type(address(), '{Enter}');
  const again = within(await dialog());
  await waitFor(() => expect(again.getByRole('alert').textContent).toContain('The service could not be reached.'));
  service.reply(getProof, expired);
  await user.click(again.getByRole('button', { name: 'Try again' }));
  await again.findByLabelText('Your password');
});

test('a confirmation that needs the proof continues by itself after it', async () => {
  const { service, user, inside } = await askForChange();
  await user.click(inside.getByRole('button', { name: 'Cancel' }));
  service.refuse(deleteAccount, 'proof-needed');
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  await user.click(question.getByRole('button', { name: 'Delete account' }));
  const proof = within(await dialog());
  service.reply(proveByPassword, proven);
  service.reply(deleteAccount, { until: '2026-12-20T10:00:00.000Z' });
  await user.type(await proof.findByLabelText('Your password'), 'right{Enter}');
  await screen.findByRole('dialog', { name: 'Your account will be deleted' });
  expect(service.received(deleteAccount)).toHaveLength(2);
});
