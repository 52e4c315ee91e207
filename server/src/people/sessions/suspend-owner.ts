// Suspends an owner, who then can't sign in, or lifts the suspension. Their vaults do not change and can still be released.
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { greetingName } from '../users/owner-name.ts';
import { findUserByEmail, lockUser, setSuspended } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { endUnderWay } from './end-under-way.ts';

/** @returns the id of the account, or null if there is none with this address or it is already suspended */
export async function suspendOwner(needs: QueueLetterNeeds, tx: Transaction, email: string): Promise<string | null> {
  const user = await findLocked(tx, email);
  if (!user || user.suspendedAt) return null;
  const now = needs.clock.now();
  await setSuspended(tx, user.id, now, now);
  await endUnderWay(needs, tx, { userId: user.id, sessions: 'all', browsers: 'all' });
  await writeToUser(needs, tx, user, { kind: 'account-suspended', facts: { firstName: greetingName(user) } });
  return user.id;
}

/** @returns the id of the account, or null if there is none with this address or it is not suspended */
export async function restoreOwner(needs: QueueLetterNeeds, tx: Transaction, email: string): Promise<string | null> {
  const user = await findLocked(tx, email);
  if (!user?.suspendedAt) return null;
  await setSuspended(tx, user.id, null, needs.clock.now());
  await writeToUser(needs, tx, user, { kind: 'account-restored', facts: { firstName: greetingName(user) } });
  return user.id;
}

async function findLocked(tx: Transaction, email: string) {
  const found = await findUserByEmail(tx, email);
  return found ? lockUser(tx, found.id) : null;
}
