// What became of each letter, step by step. Rows are only added, in the transaction of the step they tell of; they hold
// no address and no word of the letter, and outlive it.
import { asc, eq } from 'drizzle-orm';
import { letterEvents } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';
import { newId } from '../lib/ids.ts';

export type LetterEvent = 'queued' | 'tried' | 'accepted' | 'given-up' | 'requeued';

interface LetterStep {
  letterId: string;
  event: LetterEvent;
  at: Date;
  /** How many tries there have been, this one included. */
  attempt?: number;
  /** Why it did not leave, as reasonOf says it. */
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
