// Agrees to a move of the account to a new address, by the link in the letter to the previous one. Until then, or for a day, the account
// reads no content: somebody who moved it to their own address learns nothing before its owner could stop the move.
import {
  findOwnerChange,
  listOpenChanges,
  lockOwnerChange,
  type OwnerChangeRow,
} from '../people/owner-changes/owner-change-store.ts';
import { digestsOfChangeLink, type ReportChangeNeeds } from '../people/owner-changes/report-change.ts';
import { contentWaitOf, endContentWait } from '../people/users/earlier-email-store.ts';
import { findUser, lockUser } from '../people/users/user-store.ts';
import type { Database, DatabaseOrTransaction } from '../platform/database/transaction.ts';
import type { Clock } from '../platform/lib/clock.ts';
import { refuse } from '../platform/lib/refusal.ts';
import { recordAct } from '../records/acts/act-store.ts';
import { followRequest, requireUndoable } from './undoable-change.ts';

interface Needs extends ReportChangeNeeds {
  database: Database;
}

/** @throws {Refusal} if the link can no longer be used, or agreement-over */
export async function agreeToMove(needs: Needs, token: string): Promise<void> {
  const { clock, database } = needs;
  await database.transaction(async (tx) => {
    const digests = digestsOfChangeLink(needs, token);
    const found = requireUndoable(needs, await findOwnerChange(tx, digests));
    await lockUser(tx, found.userId);
    const change = await followRequest(needs, tx, requireUndoable(needs, await lockOwnerChange(tx, digests)));
    if (!(await findContentWait(needs, tx, change))) refuse('agreement-over');
    await endContentWait(tx, change.userId, clock.now());
    await recordAct(needs, tx, { userId: change.userId, actor: 'owner', event: 'email-agreed' });
  });
}

/** Until when the account of this move reads no content. Null for another change, and if the account has moved again since. */
export async function findContentWait(
  { clock }: { clock: Clock },
  database: DatabaseOrTransaction,
  { id, kind, userId }: OwnerChangeRow,
): Promise<Date | null> {
  if (kind !== 'email') return null;
  const now = clock.now();
  const user = await findUser(database, userId);
  const last = (await listOpenChanges(database, userId, 'email', now)).at(-1);
  return user && last?.id === id ? contentWaitOf(user, now) : null;
}
