// Changes of how an owner signs in: each locks the account first, and is recorded and reported to the owner.

import type { Owner } from '../../http/routes.ts';
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { greetingName } from '../users/owner-name.ts';
import { findUser, lockUser } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';
import { findSessionOf } from './session-store.ts';

/** Locks the owner's account. @throws {Refusal} unauthorized, if the session has ended in the meantime, for example because the password was changed */
export async function lockSignedIn(tx: Transaction, owner: Owner): Promise<void> {
  const user = await lockUser(tx, owner.id);
  if (!user || !(await findSessionOf(tx, owner.id, owner.sessionId))) refuse('unauthorized');
}

export interface NotifyChangeNeeds extends QueueLetterNeeds {
  publicUrl: string;
}

export async function notifySignInChange(
  needs: NotifyChangeNeeds,
  tx: Transaction,
  userId: string,
  change: FactsOf<'sign-in-changed'>['change'],
): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user) return;
  const now = needs.clock.now();
  await recordAct(needs, tx, { userId, actor: 'owner', event: 'sign-in-changed', detail: { change } });
  const facts = { firstName: greetingName(user), change, at: now.toISOString(), link: `${needs.publicUrl}/account` };
  await writeToUser(needs, tx, user, { kind: 'sign-in-changed', facts });
}
