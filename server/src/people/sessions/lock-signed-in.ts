// Locks a signed-in owner's account to change how it is signed in to. Refuses if the session was ended in the meantime,
// for example by a new password.
import type { Owner } from '../../http/routes.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { lockUser } from '../users/user-store.ts';
import { findSessionOf } from './session-store.ts';

/** @throws {Refusal} unauthorized */
export async function lockSignedIn(tx: Transaction, owner: Owner): Promise<void> {
  const user = await lockUser(tx, owner.id);
  if (!user || !(await findSessionOf(tx, owner.id, owner.sessionId))) refuse('unauthorized');
}
