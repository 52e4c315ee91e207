// Ends everything that is under way for an account, so that a withdrawal reaches every place. Every act that ends sessions or changes a
// way in calls it. What a session has asked for, such as an upload or a move of the account, ends with that session.
import type { Keyring } from '../../keys/secret/keyring.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { countWithdrawal } from '../users/user-store.ts';
import { endPendingLinks } from './account-links.ts';
import { deviceDigests } from './known-device.ts';
import { forgetDevicesOf, forgetOtherDevicesOf } from './known-device-store.ts';
import { endOtherSessionsOf, endSessionsOf } from './session-store.ts';

interface Scope {
  userId: string;
  /** Whose sessions end. */
  sessions: 'all' | 'none' | { except: string };
  /** Which browsers are no longer known. The exception is the token of the browser in which the owner acts, if it has one. */
  browsers: 'all' | 'none' | { except: string | null };
}

/** The caller must hold the user's lock. @returns how many sessions ended and browsers were forgotten */
export async function endUnderWay(needs: { keyring: Keyring }, tx: Transaction, scope: Scope): Promise<number> {
  await countWithdrawal(tx, scope.userId);
  await endPendingLinks(tx, scope.userId);
  return (await endSessions(tx, scope)) + (await forgetBrowsers(needs, tx, scope));
}

function endSessions(tx: Transaction, { userId, sessions }: Scope): Promise<number> | number {
  if (sessions === 'none') return 0;
  return sessions === 'all' ? endSessionsOf(tx, userId) : endOtherSessionsOf(tx, userId, sessions.except);
}

function forgetBrowsers(needs: { keyring: Keyring }, tx: Transaction, { userId, browsers }: Scope) {
  if (browsers === 'none') return 0;
  if (browsers === 'all' || browsers.except === null) return forgetDevicesOf(tx, userId);
  return forgetOtherDevicesOf(tx, { userId, digests: deviceDigests(needs, browsers.except) });
}
