// Writes a letter to the ledger in the transaction of the event it is about, so that one never exists without the other.
import type { Transaction } from '../database/transaction.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { insertLetter } from './letter-store.ts';
import type { Mailbox } from './mailer.ts';
import { sealLetter } from './sealed-letter.ts';
import type { LetterContent } from './templates/letter-content.ts';

export interface QueueLetterNeeds {
  keyring: Keyring;
  queue: Pick<Queue, 'enqueue'>;
  clock: Clock;
  /** The right side of every Message-ID. */
  letterDomain: string;
}

export interface NewLetterInput {
  to: Mailbox;
  content: LetterContent;
  /** The vault or account it belongs to. It is deleted with them. */
  vaultId?: string | undefined;
  userId?: string | undefined;
  /** Of letters with the same key only the first is queued. */
  onceKey?: string | undefined;
}

export async function queueLetter(needs: QueueLetterNeeds, tx: Transaction, letter: NewLetterInput): Promise<void> {
  const now = needs.clock.now();
  const id = newId(now);
  const isNew = await insertLetter(tx, {
    id,
    kind: letter.content.kind,
    recipient: letter.to.email,
    messageId: `<${id}@${needs.letterDomain}>`,
    sealedContent: await sealLetter(needs.keyring, id, { recipientName: letter.to.name, content: letter.content }),
    createdAt: now,
    vaultId: letter.vaultId ?? null,
    userId: letter.userId ?? null,
    onceKey: letter.onceKey ?? null,
  });
  if (isNew) await needs.queue.enqueue(tx, 'send-letter', { letterId: id });
}
