// A tab whose browser has another owner's session by now: it says so, keeps what is typed, and writes for nobody else.
import { changeProfile, getAccount } from '@remembrance/contract/account.ts';
import { accountHeader } from '@remembrance/contract/headers.ts';
import { listPasskeys } from '@remembrance/contract/passkeys.ts';
import { getUser, listKnownBrowsers, listSessions } from '@remembrance/contract/sessions.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeService, heading, openScreen } from '../../../testing/open-screen.tsx';
import { accountOfAda, ada, thisBrowser } from '../../../testing/samples.ts';

const otto = { ...ada, id: '9f0c7a52-4a57-4b3e-9a55-0c7f3d1f5e11', email: 'otto@example.org', firstName: 'Otto' };

function openAccount() {
  const service = fakeService();
  service.reply(getUser, ada);
  service.reply(getAccount, accountOfAda);
  service.reply(listPasskeys, []);
  service.reply(listSessions, [thisBrowser]);
  service.reply(listKnownBrowsers, []);
  return { service, ...openScreen('/account', { hint: '1' }) };
}

const comeBack = () =>
  act(async () => {
    window.dispatchEvent(new Event('focus'));
  });

test('TAB-1: a tab that gets the focus notices that the session is another’s, and that it is its own again', async () => {
  const { service, user } = openAccount();
  await heading('Your account');
  const name = await screen.findByLabelText('First name');
  await user.clear(name);
  await user.type(name, 'Adele');
  service.reply(getUser, otto);
  await comeBack();
  const title = await screen.findByText('Somebody else is signed in here now');
  expect(title.closest('[role=alert]')?.textContent).toContain('otto@example.org');
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Adele');

  service.reply(getUser, ada);
  await comeBack();
  await waitFor(() => expect(screen.queryByText('Somebody else is signed in here now')).toBeNull());
});

test('TAB-1: a form names the account it was written for, and keeps its text when the session is another’s', async () => {
  const { service, user } = openAccount();
  const name = await screen.findByLabelText('First name');
  await user.clear(name);
  await user.type(name, 'Adele');
  service.reply(getUser, otto);
  service.refuse(changeProfile, 'another-account');
  await user.click(screen.getByRole('button', { name: 'Save name' }));
  expect((await screen.findAllByText(/Your text is kept/)).length).toBeGreaterThan(0);
  expect(service.received(changeProfile)[0]?.headers.get(accountHeader)).toBe(ada.id);
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Adele');
});

test('somebody who logs in again gets the form although another owner is signed in', async () => {
  fakeService().reply(getUser, otto);
  openScreen('/sign-in?again', { hint: '1' });
  await waitFor(() => expect(fakeService().received(getUser)).toHaveLength(1));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});
