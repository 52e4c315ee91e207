// Holds the account of a signed-in owner for a change of its ways in. A session that was ended in the meantime, as a new password
// ends it, changes nothing more.
import type { Transaction } from '../database/transaction.ts';
import type { Owner } from '../http/routes.ts';
import { refuse } from '../lib/refusal.ts';
import { lockUser } from '../users/user-store.ts';
import { findSessionOf } from './session-store.ts';

/** @throws {Refusal} unauthorized */
export async function lockSignedIn(tx: Transaction, owner: Owner): Promise<void> {
  const user = await lockUser(tx, owner.id);
  if (!user || !(await findSessionOf(tx, owner.id, owner.sessionId))) refuse('unauthorized');
}
