// Recognises a browser by a token in a cookie. The table stores only a keyed digest of it.
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import type { Digests } from '../keys/digest-store.ts';
import type { Keyring } from '../keys/keyring.ts';
import { findDevice } from './known-device-store.ts';

interface Needs {
  keyring: Keyring;
}

export const deviceDigests = ({ keyring }: Needs, token: string): Digests => keyring.digests('known-device', token);

/** Whether this browser has proven access to the account's mailbox. */
export async function isProvedBrowser(
  needs: Needs,
  database: DatabaseOrTransaction,
  { userId, token }: { userId: string; token: string | null },
): Promise<boolean> {
  const device = token ? await findDevice(database, { userId, digests: deviceDigests(needs, token) }) : null;
  return device?.provedAt != null;
}
