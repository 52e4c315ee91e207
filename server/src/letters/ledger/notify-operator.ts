// Queues a letter to the operator of this installation about something only they can fix. It is written in the transaction of
// the event it reports and contains no secret, because programs read mailboxes too.
import type { Transaction } from '../../platform/database/transaction.ts';
import { minutesLater } from '../../platform/lib/clock.ts';
import { addTime } from './letter-store.ts';
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

/** Until the letter leaves, further events are counted in it. */
const countMinutes = 15;

/**
 * Notifies the operator of an event that may happen a thousand times: one letter a day, a few minutes after the first event, with their number.
 * Those after it are counted in the letter of the next day.
 */
export async function countForOperator(
  needs: NotifyOperatorNeeds,
  tx: Transaction,
  { what, facts, event }: Omit<OperatorNotice, 'onceKey'> & { event: string },
): Promise<void> {
  const now = needs.clock.now();
  const tomorrow = new Date(now);
  tomorrow.setUTCHours(24, 0, 0, 0);
  for (const [day, dueAt] of [
    [now, minutesLater(now, countMinutes)],
    [tomorrow, tomorrow],
  ] as const) {
    const onceKey = `operator/${oncePerDay(event, day)}`;
    const content = { what, details: facts, at: now.toISOString(), times: 0 };
    await queueLetter(needs, tx, {
      to: { name: '', email: needs.operatorEmail },
      content: { kind: 'operator-notice', facts: content },
      onceKey,
      dueAt,
    });
    if (await addTime(tx, onceKey)) return;
  }
}

/** The key of an event that may repeat: one letter for each day (UTC) on which it happens. */
export const oncePerDay = (event: string, now: Date): string => `${event}/${now.toISOString().slice(0, 10)}`;
