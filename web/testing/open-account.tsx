// Opens Ada's account page and waits for it, with defaults for whatever a test does not describe.
import { type Account, getAccount } from '@remembrance/contract/account.ts';
import { listPasskeys, type Passkey } from '@remembrance/contract/passkeys.ts';
import { type KnownBrowser, listKnownBrowsers, listSessions, type Session } from '@remembrance/contract/sessions.ts';
import { screen, within } from '@testing-library/react';
import { fakeService, heading, openScreen } from './open-screen.tsx';
import { accountOfAda, ada, thisBrowser } from './samples.ts';

interface OwnAccount extends Partial<Account> {
  passkeys?: Passkey[];
  sessions?: Session[];
  browsers?: KnownBrowser[];
}

export async function openAccount(described: OwnAccount = {}) {
  const { passkeys = [], sessions = [thisBrowser], browsers = [], ...changes } = described;
  const service = fakeService();
  service.reply(getAccount, { ...accountOfAda, ...changes });
  service.reply(listPasskeys, passkeys);
  service.reply(listSessions, sessions);
  service.reply(listKnownBrowsers, browsers);
  const screenOfAda = openScreen('/account', { signedIn: ada });
  await heading('Your account');
  await screen.findByRole('region', { name: 'Profile' });
  return { service, ...screenOfAda };
}

/** One section of the page. */
export const section = (name: string) => within(screen.getByRole('region', { name }));

/** An open dialog, once it is there. */
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
