// Queries of renewals: purchases that replace an ended one.
import { and, desc, eq } from 'drizzle-orm';
import { userSubscriptions } from '../platform/database/schema.ts';
import type { Transaction } from '../platform/database/transaction.ts';
import type { PurchaseId } from '../platform/lib/ids.ts';
import type { PurchaseStatus } from './place-rules.ts';
import type { PurchaseRow } from './purchase-store.ts';

/** The latest renewal of this purchase, whatever its status. */
export async function findNewestRenewal(tx: Transaction, endedId: PurchaseId): Promise<PurchaseRow | null> {
  const [renewal] = await tx
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.replacesId, endedId))
    .orderBy(desc(userSubscriptions.createdAt), desc(userSubscriptions.id))
    .limit(1);
  return renewal ?? null;
}

/** Marks an ended purchase as replaced, once. Returns false if it has not ended or was replaced before. */
export async function replaceOnce(tx: Transaction, endedId: PurchaseId, now: Date): Promise<boolean> {
  const replaced = await tx
    .update(userSubscriptions)
    .set({ status: 'replaced' satisfies PurchaseStatus, updatedAt: now })
    .where(and(eq(userSubscriptions.id, endedId), eq(userSubscriptions.status, 'lapsed' satisfies PurchaseStatus)))
    .returning({ id: userSubscriptions.id });
  return replaced.length > 0;
}
