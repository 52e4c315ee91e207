// Opens Ada's account page and waits for it, with defaults for whatever a test does not describe.
import { type Account, getAccount } from '@remembrance/contract/account.ts';
import { listPasskeys, type Passkey } from '@remembrance/contract/passkeys.ts';
import { listSessions, type Session } from '@remembrance/contract/sessions.ts';
import { screen, within } from '@testing-library/react';
import { fakeService, heading, openScreen } from './open-screen.tsx';
import { accountOfAda, ada, thisBrowser } from './samples.ts';

interface OwnAccount extends Partial<Account> {
  passkeys?: Passkey[];
  sessions?: Session[];
}

export async function openAccount({ passkeys = [], sessions = [thisBrowser], ...changes }: OwnAccount = {}) {
  const service = fakeService();
  service.reply(getAccount, { ...accountOfAda, ...changes });
  service.reply(listPasskeys, passkeys);
  service.reply(listSessions, sessions);
  const screenOfAda = openScreen('/account', { signedIn: ada });
  await heading('Your account');
  await screen.findByRole('region', { name: 'Profile' });
  return { service, ...screenOfAda };
}

/** One section of the page. */
export const section = (name: string) => within(screen.getByRole('region', { name }));

/** An open dialog, once it is there. */
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
