// Queries of the card processor's events.
import { and, eq, isNull, sql } from 'drizzle-orm';
import { paymentEvents } from '../database/schema.ts';
import type { DatabaseOrTransaction } from '../database/transaction.ts';

interface SeenEvent {
  id: string;
  type: string;
  objectId: string | null;
}

/** Writes the event down; true when it was handled before. */
export async function recordEvent(database: DatabaseOrTransaction, event: SeenEvent, now: Date): Promise<boolean> {
  const [seen] = await database
    .insert(paymentEvents)
    .values({ ...event, receivedAt: now })
    // Changes nothing: it is there so that the row of a repeated event comes back.
    .onConflictDoUpdate({ target: paymentEvents.id, set: { type: sql`${paymentEvents.type}` } })
    .returning({ handledAt: paymentEvents.handledAt });
  return seen?.handledAt != null;
}

export async function markEventHandled(database: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  await database
    .update(paymentEvents)
    .set({ handledAt: now })
    .where(and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt)));
}
