// Queries of payment: a vault's purchase under way, the vaults of a plan that changed, and the events that were seen.
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { paymentEvents, vaults } from '../database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../database/transaction.ts';

interface PurchaseUnderWay {
  vaultId: string;
  purchaseId: string;
  intentId: string | null;
}

/** Remembers what the vault is being paid by, while it is unpaid. False when it is not, or is gone. */
export async function setPurchaseUnderWay(tx: Transaction, input: PurchaseUnderWay): Promise<boolean> {
  const { vaultId, purchaseId: subscriptionId, intentId: stripePaymentIntentId } = input;
  const changed = await tx
    .update(vaults)
    .set({ subscriptionId, stripePaymentIntentId })
    .where(and(eq(vaults.id, vaultId), eq(vaults.paymentStatus, 'unpaid')))
    .returning({ id: vaults.id });
  return changed.length > 0;
}

/** Carries a change of the plan to the activated vaults on it. */
export async function setPaymentStatusOn(
  tx: Transaction,
  purchaseId: string,
  status: 'paid' | 'lapsed',
): Promise<void> {
  await tx
    .update(vaults)
    .set({ paymentStatus: status })
    .where(and(eq(vaults.subscriptionId, purchaseId), ne(vaults.paymentStatus, 'unpaid')));
}

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
