// Notifies the owner that the ways to sign in to the account were changed, and records it in the audit log.
import type { QueueLetterNeeds } from '../../letters/ledger/queue-letter.ts';
import type { FactsOf } from '../../letters/templates/letter-content.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { recordAct } from '../../records/acts/act-store.ts';
import { findUser } from '../users/user-store.ts';
import { writeToUser } from '../users/write-to-user.ts';

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
  const facts = { firstName: user.firstName ?? '', change, at: now.toISOString(), link: `${needs.publicUrl}/account` };
  await writeToUser(needs, tx, user, { kind: 'sign-in-changed', facts });
}
