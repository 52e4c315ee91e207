// Queues a letter to the owner of an account, in the transaction of the event it is about.
import { type NewLetterInput, type QueueLetterNeeds, queueLetter } from '../../letters/ledger/queue-letter.ts';
import type { QueuedContent } from '../../letters/templates/queued-content.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { envelopeName } from './owner-name.ts';
import type { UserRow } from './user-store.ts';

export const writeToUser = (
  needs: QueueLetterNeeds,
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'> & { emailVerified?: boolean },
  { vaultId, onceKey, ...content }: QueuedContent & Pick<NewLetterInput, 'vaultId' | 'onceKey'>,
): Promise<void> => {
  const to = { name: envelopeName(user), email: user.email };
  return queueLetter(needs, tx, { to, userId: user.id, vaultId, onceKey, content });
};
