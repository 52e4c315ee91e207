// Queries of purchases that follow one that ended.
import { and, desc, eq } from 'drizzle-orm';
import { userSubscriptions } from '../database/schema.ts';
import type { Transaction } from '../database/transaction.ts';
import type { PurchaseStatus } from './place-rules.ts';
import type { PurchaseRow } from './purchase-store.ts';

/** The purchase that was begun last to follow this one, whatever became of it. */
export async function findNewestRenewal(tx: Transaction, endedId: string): Promise<PurchaseRow | null> {
  const [follower] = await tx
    .select()
    .from(userSubscriptions)
    .where(eq(userSubscriptions.replacesId, endedId))
    .orderBy(desc(userSubscriptions.createdAt), desc(userSubscriptions.id))
    .limit(1);
  return follower ?? null;
}

/** A purchase that ended is followed once, and never again; false where it has not ended or was followed before. */
export async function replaceOnce(tx: Transaction, endedId: string, now: Date): Promise<boolean> {
  const followed = await tx
    .update(userSubscriptions)
    .set({ status: 'replaced' satisfies PurchaseStatus, updatedAt: now })
    .where(and(eq(userSubscriptions.id, endedId), eq(userSubscriptions.status, 'lapsed' satisfies PurchaseStatus)))
    .returning({ id: userSubscriptions.id });
  return followed.length > 0;
}
