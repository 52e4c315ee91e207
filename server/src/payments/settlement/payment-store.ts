// Queries of the recorded charges. A row is written once, with the plan, name and address of that time.
import type { BilledPayment } from '@remembrance/contract/billing.ts';
import { and, desc, eq } from 'drizzle-orm';
import { payments } from '../../platform/database/schema.ts';
import type { DatabaseOrTransaction, Transaction } from '../../platform/database/transaction.ts';
import { priceOf } from '../../platform/lib/money.ts';

/** Returns false if it was recorded before. */
export async function insertPayment(tx: Transaction, payment: typeof payments.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(payments).values(payment).onConflictDoNothing();
  return rowCount !== 0;
}

export const isRecorded = async (database: DatabaseOrTransaction, id: string): Promise<boolean> =>
  (await database.$count(payments, eq(payments.id, id))) > 0;

/** Newest first. */
export async function listPaymentsOf(database: DatabaseOrTransaction, userId: string): Promise<BilledPayment[]> {
  const rows = await database.select().from(payments).where(eq(payments.userId, userId)).orderBy(desc(payments.at));
  return rows.map(({ id, at, description, totalCents, paidCents, refundedCents, ...row }) => ({
    id,
    at: at.toISOString(),
    description,
    billedTo: { name: row.billedName, email: row.billedEmail },
    credit: priceOf(totalCents - paidCents),
    amount: priceOf(paidCents),
    refunded: priceOf(refundedCents),
    state: row.isDisputed ? 'disputed' : refundedCents > 0 && refundedCents >= paidCents ? 'refunded' : 'paid',
  }));
}

/** Records a refund to the owner. Ignores a payment that was never recorded. */
export async function markReturned(
  tx: Transaction,
  { userId, intentId }: { userId: string; intentId: string },
  returned: { refundedCents?: number; isDisputed?: boolean },
): Promise<void> {
  await tx
    .update(payments)
    .set(returned)
    .where(and(eq(payments.intentId, intentId), eq(payments.userId, userId)));
}
