// Queues a letter to the operator of this installation about something only they can fix. It is written in the transaction of
// the event it reports and contains no secret, because programs read mailboxes too.
import type { Transaction } from '../../platform/database/transaction.ts';
import { type QueueLetterNeeds, queueLetter } from './queue-letter.ts';

export interface NotifyOperatorNeeds extends QueueLetterNeeds {
  operatorEmail: string;
}

export interface OperatorNotice {
  /** A short sentence without its full stop, also used in the subject. */
  what: string;
  /** Helpful facts for the operator, a sentence each: ids and figures, never a person's address or text. */
  facts: string[];
  /** Events with the same key cause one letter. See `oncePerDay` for events that repeat. */
  onceKey: string;
}

export const notifyOperator = (
  needs: NotifyOperatorNeeds,
  tx: Transaction,
  { what, facts, onceKey }: OperatorNotice,
): Promise<void> =>
  queueLetter(needs, tx, {
    to: { name: '', email: needs.operatorEmail },
    content: { kind: 'operator-notice', facts: { what, details: facts, at: needs.clock.now().toISOString() } },
    onceKey: `operator/${onceKey}`,
  });

/** The key of an event that may repeat: one letter for each day (UTC) on which it happens. */
export const oncePerDay = (event: string, now: Date): string => `${event}/${now.toISOString().slice(0, 10)}`;
