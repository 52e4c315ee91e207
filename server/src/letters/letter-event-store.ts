// The history of each letter, step by step. Rows are only added, in the transaction of the step they record. They contain no
// address and no text of the letter, and stay when the letter is deleted.
import { asc, eq } from 'drizzle-orm';
import { letterEvents } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { newId } from '../lib/ids.ts';

export type LetterEvent = 'queued' | 'tried' | 'accepted' | 'given-up' | 'requeued';

interface LetterStep {
  letterId: string;
  event: LetterEvent;
  at: Date;
  /** The number of tries so far, including this one. */
  attempt?: number;
  /** Why it was not sent, as returned by reasonOf. */
  reason?: string | null;
}

export async function recordLetterEvent(tx: Transaction, step: LetterStep): Promise<void> {
  await tx.insert(letterEvents).values({ id: newId(step.at), ...step });
}

/** Oldest first. */
export const listLetterEvents = (database: DatabaseOrTransaction, letterId: string) =>
  database
    .select({
      event: letterEvents.event,
      attempt: letterEvents.attempt,
      reason: letterEvents.reason,
      at: letterEvents.at,
    })
    .from(letterEvents)
    .where(eq(letterEvents.letterId, letterId))
    .orderBy(asc(letterEvents.at), asc(letterEvents.attempt), asc(letterEvents.id));
