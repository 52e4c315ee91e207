// Queries of Stripe's webhook events.
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { paymentEvents } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction } from '../../platform/database/transaction.ts';
import type { CardEvent } from '../gateway/payment-gateway.ts';

/** Stores the event. Returns true if it was handled before. */
export async function recordEvent(database: DatabaseOrTransaction, event: CardEvent, now: Date): Promise<boolean> {
  const [seen] = await database
    .insert(paymentEvents)
    .values({ ...event, receivedAt: now })
    // A no-op update, so that `returning` also yields the row of a repeated event.
    .onConflictDoUpdate({ target: paymentEvents.id, set: { type: sql`${paymentEvents.type}` } })
    .returning({ handledAt: paymentEvents.handledAt });
  return seen?.handledAt != null;
}

/** Returns the events that were not handled yet. */
export async function withoutHandledEvents<Event extends CardEvent>(
  database: DatabaseOrTransaction,
  events: Event[],
): Promise<Event[]> {
  const ids = events.map(({ id }) => id);
  const rows = await database
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(inArray(paymentEvents.id, ids), isNotNull(paymentEvents.handledAt)));
  const handled = new Set(rows.map(({ id }) => id));
  return events.filter(({ id }) => !handled.has(id));
}

export async function markEventHandled(database: DatabaseOrTransaction, id: string, now: Date): Promise<void> {
  await database
    .update(paymentEvents)
    .set({ handledAt: now })
    .where(and(eq(paymentEvents.id, id), isNull(paymentEvents.handledAt)));
}
