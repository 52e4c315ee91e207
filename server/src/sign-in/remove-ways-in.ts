// Ends every session of an account and removes the ways into it that are not known to be its owner's: those that were never
// added or used in a browser that proved the mailbox. Hold the user's lock.
import type { Transaction } from '../database/transaction.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { removePassword } from '../passwords/password-store.ts';
import { deleteLinksOf } from '../sessions/account-link-store.ts';
import { distrustDevices, forgetDevicesOf, forgetUnprovedDevices } from '../sessions/known-device-store.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import { cancelReset } from '../two-factor/two-factor-reset-store.ts';
import { findTwoFactor, forgetTwoFactor } from '../two-factor/two-factor-store.ts';

/** What became of the ways in, as a letter says it. */
export interface WaysRemoved {
  passkeysRemoved: number;
  passkeysLeft: number;
  twoFactor: 'removed' | 'left' | 'off';
}

export async function removeUnprovedWays(
  tx: Transaction,
  userId: string,
  { passkeys }: { passkeys: 'all' | 'unproved' },
): Promise<WaysRemoved> {
  await endSessionsOf(tx, userId);
  // Also what is half done: a code that was asked for, a passkey about to be added, an address about to be confirmed.
  for (const purpose of ['second-step', 'new-passkey', 'verify-email', 'reset-password'] as const) {
    await deleteLinksOf(tx, userId, purpose);
  }
  await forgetUnprovedDevices(tx, userId);
  await distrustDevices(tx, userId);
  const { removed, left } = await deletePasskeysOf(tx, userId, passkeys);
  return { passkeysRemoved: removed, passkeysLeft: left, twoFactor: await removeUnprovedTwoFactor(tx, userId) };
}

/** As above, with the password, every passkey and every known browser: another way in takes their place. */
export async function removeEarlierWays(tx: Transaction, userId: string): Promise<void> {
  await removeUnprovedWays(tx, userId, { passkeys: 'all' });
  await forgetDevicesOf(tx, userId);
  await removePassword(tx, userId);
}

async function removeUnprovedTwoFactor(tx: Transaction, userId: string): Promise<WaysRemoved['twoFactor']> {
  const found = await findTwoFactor(tx, userId);
  if (found?.provedAt) return 'left';
  await forgetTwoFactor(tx, userId);
  await cancelReset(tx, userId);
  return found?.confirmedAt ? 'removed' : 'off';
}
