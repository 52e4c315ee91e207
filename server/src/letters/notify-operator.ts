// A letter to the operator of this installation about something only they can put right. It is written in the transaction of
// what it tells of, like every letter, and holds no secret: a mailbox is read by programs too.
import type { Transaction } from '../database/transaction.ts';
import { type QueueLetterNeeds, queueLetter } from './queue-letter.ts';

export interface NotifyOperatorNeeds extends QueueLetterNeeds {
  operatorEmail: string;
}

export interface OperatorNotice {
  /** A short sentence without its full stop: the subject too. */
  what: string;
  /** What helps to act, a sentence each: ids and figures, never a person's address or words. */
  facts: string[];
  /** One letter for each event; for one that repeats see `oncePerDay`. */
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

/** The key of an event that may repeat: one letter for each day (UTC) it happens on. */
export const oncePerDay = (event: string, now: Date): string => `${event}/${now.toISOString().slice(0, 10)}`;
