// How a browser is known again: by a token it stores in a cookie, of which the table holds a keyed digest.
import type { DatabaseOrTransaction } from '../database/transaction.ts';
import type { Keyring } from '../keys/keyring.ts';
import { findDevice } from './known-device-store.ts';

interface Needs {
  keyring: Keyring;
}

export const deviceDigest = ({ keyring }: Needs, token: string): string => keyring.digest('known-device', token);

/** Whether this browser has proved that the mailbox of the account is its user's. */
export async function isProvedBrowser(
  needs: Needs,
  database: DatabaseOrTransaction,
  { userId, token }: { userId: string; token: string | null },
): Promise<boolean> {
  const device = token ? await findDevice(database, { userId, digest: deviceDigest(needs, token) }) : null;
  return device?.provedAt != null;
}
