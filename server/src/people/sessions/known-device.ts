// Recognises a browser by a token in a cookie. The table stores only a keyed digest of it.
import type { Digests } from '../../keys/secret/digest-store.ts';
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
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
