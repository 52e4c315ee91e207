// The account page's sections that end or remove something: sessions, the export, and the account itself.
import { deleteAccount } from '@remembrance/contract/account.ts';
import { getProof, proveByPassword } from '@remembrance/contract/proof.ts';
import { endOtherSessions, endSession, listSessions, type Session } from '@remembrance/contract/sessions.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, expect, test, vi } from 'vitest';
import { pressTwice } from '../../testing/on-screen.ts';
import { dialog, openAccount, section } from '../../testing/open-account.tsx';
import { alerts, announces, shows } from '../../testing/open-screen.tsx';
import { thisBrowser } from '../../testing/samples.ts';
import { watchLeaving } from '../../testing/watch-leaving.ts';
import { shortDateTime } from '../lib/dates.ts';

// A page that has signed out remembers it until it reloads.
afterAll(() => void vi.resetModules());

const phone: Session = { ...thisBrowser, id: 'session-2', device: 'Safari on iPhone', network: null, isCurrent: false };
const part = () => section('Where you are signed in');
const rows = () =>
  part()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const signOutPhone = () => part().findByRole('button', { name: /^Sign out Safari on iPhone, signed in / });

test('each browser shows where and when it signed in, and this one cannot be signed out here', async () => {
  await openAccount({ sessions: [thisBrowser, phone] });
  await signOutPhone();
  const signedIn = shortDateTime(thisBrowser.createdAt);
  const seen = shortDateTime(thisBrowser.lastSeenAt);
  expect(signedIn).toMatch(/^Mar 1, 2026, \d+:\d\d\s[AP]M$/);
  expect(rows()).toEqual([
    `Firefox on LinuxSigned in ${signedIn} from 192.0.2.0/24. Last seen ${seen}.This browser`,
    `Safari on iPhoneSigned in ${signedIn}. Last seen ${seen}.Sign out`,
  ]);
  expect(part().queryByRole('button', { name: /Firefox/ })).toBeNull();
});

test('a single browser has no others to sign out', async () => {
  await openAccount();
  await shows('This browser');
  expect(part().queryByRole('button')).toBeNull();
});

test('another browser is signed out once and leaves the list', async () => {
  const { service } = await openAccount({ sessions: [thisBrowser, phone] });
  service.reply(endSession, {});
  const button = await signOutPhone();
  service.reply(listSessions, [thisBrowser]);
  pressTwice(button);
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(service.received(endSession).map(({ params }) => params)).toEqual([{ id: phone.id }]);
});

test('a browser that was already signed out leaves the list, and one that could not be reached stays', async () => {
  const { service, user } = await openAccount({ sessions: [thisBrowser, phone] });
  service.disconnect(endSession);
  await user.click(await signOutPhone());
  await announces('The browser was not signed outThe service could not be reached.');
  expect(rows()).toHaveLength(2);
  service.refuse(endSession, 'session-not-found');
  service.reply(listSessions, [thisBrowser]);
  await user.click(await signOutPhone());
  await announces('You have no such session.');
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('all other browsers are signed out together', async () => {
  const { service, user } = await openAccount({ sessions: [thisBrowser, phone] });
  service.fail(endOtherSessions);
  await user.click(await part().findByRole('button', { name: 'Sign out everywhere else' }));
  await announces('No browser was signed outPlease try again.');
  service.reply(endOtherSessions, {});
  service.reply(listSessions, [thisBrowser]);
  await user.click(part().getByRole('button', { name: 'Sign out everywhere else' }));
  await announces('You are signed in only in this browser.');
  await waitFor(() => expect(part().queryByRole('button')).toBeNull());
});

const recent = { secondsLeft: 600, hasPassword: true, hasPasskey: false };
const download = () => screen.getByRole('button', { name: 'Download everything' });
const proofDialog = () => dialog('Please confirm it is you');

test('with a recent proof the export starts immediately', async () => {
  const { service } = await openAccount();
  const left = watchLeaving();
  service.reply(getProof, recent);
  pressTwice(download());
  await waitFor(() => expect(left).toEqual(['/api/account/export']));
});

test.each([60, 0])('with %i seconds of proof left the export asks for a new one first', async (secondsLeft) => {
  const { service, user } = await openAccount();
  const left = watchLeaving();
  service.reply(getProof, { ...recent, secondsLeft });
  await user.click(download());
  const asked = await proofDialog();
  service.replyWith(proveByPassword, () => {
    service.reply(getProof, recent);
    return recent;
  });
  expect(left).toEqual([]);
  await user.type(await asked.findByLabelText('Your password'), 'mine{Enter}');
  await waitFor(() => expect(left).toEqual(['/api/account/export']));
});

test('the page stays unchanged if the proof is cancelled or was not given', async () => {
  const { service, user } = await openAccount({ hasPassword: false });
  const left = watchLeaving();
  service.reply(getProof, { secondsLeft: 0, hasPassword: false, hasPasskey: false });
  await user.click(download());
  await user.click(await (await proofDialog()).findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(download().getAttribute('aria-disabled')).toBeNull());
  await user.click(download());
  await user.click(await (await proofDialog()).findByRole('button', { name: 'I have logged in again' }));
  await announces('Nothing was downloadedPlease confirm that it is you');
  expect(left).toEqual([]);
});

test('nothing is downloaded offline, and a message says so', async () => {
  const { service, user } = await openAccount();
  service.disconnect(getProof);
  await user.click(download());
  await announces('Nothing was downloadedThe service could not be reached.');
});

const deletion = () => dialog('Delete your account?');

test('the page shows the consequences before the question, which can be cancelled', async () => {
  const { service, user } = await openAccount();
  await shows('Your vaults will no longer be released, by an executor or on a date.');
  await shows('For 30 days you can restore your account by signing in.');
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  await user.click((await deletion()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(service.received(deleteAccount)).toEqual([]);
});

test('deletion gives the last day on which a sign-in restores the account, and then leaves nothing of it in the browser', async () => {
  const { service, user } = await openAccount();
  const left = watchLeaving();
  localStorage.setItem('vault-draft:ada:new-1', 'sealed');
  service.disconnect(deleteAccount);
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = await deletion();
  await user.click(question.getByRole('button', { name: 'Delete account' }));
  await alerts('The service could not be reached.');
  expect(Object.keys(localStorage)).toEqual(['vault-draft:ada:new-1']);
  service.reply(deleteAccount, { until: '2026-12-22T12:00:00.000Z' });
  pressTwice(question.getByRole('button', { name: 'Delete account' }));
  const farewell = await dialog('Your account will be deleted');
  await shows('You can restore it by signing in until Tuesday, December 22, 2026');
  expect(service.received(deleteAccount)).toHaveLength(2);
  expect(Object.keys(localStorage)).toEqual([]);
  expect(farewell.getByRole('link', { name: 'Done' }).getAttribute('href')).toBe('/');
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(left).toEqual(['/']);
});
