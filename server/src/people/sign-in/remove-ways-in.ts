// Ends every session of an account and removes the ways to sign in that are not known to be its owner's: those never added or
// used in a browser with a proven mailbox. The caller must hold the user's lock.
import type { Transaction } from '../../platform/database/transaction.ts';
import { deletePasskeysOf } from '../passkeys/passkey-store.ts';
import { removePassword } from '../passwords/password-store.ts';
import { deleteLinksOf } from '../sessions/account-link-store.ts';
import { distrustDevices, forgetDevicesOf, forgetUnprovedDevices } from '../sessions/known-device-store.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import { turnOffTwoFactor } from '../two-factor/change-two-factor.ts';
import { findTwoFactor } from '../two-factor/two-factor-store.ts';

/** The removed and remaining ways in, for the letter. */
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
  // This includes unfinished steps: a requested code, a passkey being added, an address being confirmed.
  for (const purpose of ['second-step', 'new-passkey', 'verify-email', 'reset-password'] as const) {
    await deleteLinksOf(tx, userId, purpose);
  }
  await forgetUnprovedDevices(tx, userId);
  await distrustDevices(tx, userId);
  const { removed, left } = await deletePasskeysOf(tx, userId, passkeys);
  return { passkeysRemoved: removed, passkeysLeft: left, twoFactor: await removeUnprovedTwoFactor(tx, userId) };
}

/** Like removeUnprovedWays, but also removes the password, every passkey and every known browser. A new way in replaces them. */
export async function removeEarlierWays(tx: Transaction, userId: string): Promise<void> {
  await removeUnprovedWays(tx, userId, { passkeys: 'all' });
  await forgetDevicesOf(tx, userId);
  await removePassword(tx, userId);
}

async function removeUnprovedTwoFactor(tx: Transaction, userId: string): Promise<WaysRemoved['twoFactor']> {
  const found = await findTwoFactor(tx, userId);
  if (found?.provedAt) return 'left';
  return (await turnOffTwoFactor(tx, userId)) ? 'removed' : 'off';
}
