// Queues a letter to the owner of an account, in the transaction of the event it is about.
import { type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { QueuedContent } from '../../letters/templates/queued-content.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ownerName } from './owner-name.ts';
import type { UserRow } from './user-store.ts';

export const writeToUser = (
  needs: QueueLetterNeeds,
  tx: Transaction,
  user: UserRow,
  content: QueuedContent,
): Promise<void> =>
  queueLetter(needs, tx, { to: { name: ownerName(user), email: user.email }, userId: user.id, content });
