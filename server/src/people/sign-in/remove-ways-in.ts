// Ends every session of an account and everything under way, and removes the ways to sign in that are not known to be its owner's:
// those never added or used in a browser with a proven mailbox. The caller must hold the user's lock.
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { removePassword } from '../passwords/password-store.ts';
import { endUnderWay } from '../sessions/end-under-way.ts';
import { distrustDevices } from '../sessions/known-device-store.ts';
import { turnOffTwoFactor } from '../two-factor/change-two-factor.ts';
import { cancelReset } from '../two-factor/two-factor-reset-store.ts';
import { findTwoFactor } from '../two-factor/two-factor-store.ts';

/** The removed and remaining ways in, for the letter. */
export interface WaysRemoved {
  passkeysRemoved: number;
  passkeysLeft: number;
  twoFactor: 'removed' | 'left' | 'off';
}

interface Removal {
  userId: string;
  passkeys: 'all' | 'unproved';
  /** The browser in which the owner acts. It stays known. */
  device: string | null;
}

export async function removeUnprovedWays(
  needs: { keyring: Keyring },
  tx: Transaction,
  { userId, passkeys, device }: Removal,
): Promise<WaysRemoved> {
  await endUnderWay(needs, tx, { userId, sessions: 'all', browsers: { except: device } });
  await distrustDevices(tx, userId);
  const { removed, left } = await deletePasskeysOf(tx, userId, passkeys);
  return { passkeysRemoved: removed, passkeysLeft: left, twoFactor: await removeUnprovedTwoFactor(tx, userId) };
}

/**
 * Like removeUnprovedWays, but also removes the password, every passkey and every known browser. A new way in replaces them. An ordered reset
 * of the second step ends too.
 */
export async function removeEarlierWays(needs: { keyring: Keyring }, tx: Transaction, userId: string): Promise<void> {
  await removeUnprovedWays(needs, tx, { userId, passkeys: 'all', device: null });
  await removePassword(tx, userId);
  await cancelReset(tx, userId);
}

async function removeUnprovedTwoFactor(tx: Transaction, userId: string): Promise<WaysRemoved['twoFactor']> {
  const found = await findTwoFactor(tx, userId);
  if (found?.provedAt) return 'left';
  return (await turnOffTwoFactor(tx, userId)) ? 'removed' : 'off';
}
