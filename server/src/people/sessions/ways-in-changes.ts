// Changes of how an owner signs in: each locks the account first, and is recorded and reported to the owner with a way back.

import type { Owner } from '../../http/routes.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { type Change, type ReportChangeNeeds, reportChange } from '../owner-changes/report-change.ts';
import { lockUser } from '../users/user-store.ts';
import { findSessionOf } from './session-store.ts';

/**
 * Locks the owner's account.
 * @throws {Refusal} unauthorized, if the session has ended in the meantime, for example because the password was changed
 */
export async function lockSignedIn(tx: Transaction, owner: Owner): Promise<void> {
  const user = await lockUser(tx, owner.id);
  if (!user || !(await findSessionOf(tx, owner.id, owner.sessionId))) refuse('unauthorized');
}

export async function reportWayIn(needs: ReportChangeNeeds, tx: Transaction, change: Change): Promise<void> {
  const { userId, kind } = change;
  await recordAct(needs, tx, { userId, actor: 'owner', event: 'sign-in-changed', detail: { change: kind } });
  await reportChange(needs, tx, change);
}
