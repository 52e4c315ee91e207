// Finds the row of a purchase by its Stripe id, or inserts it.
import { findPurchase, insertPurchase, type PurchaseRow } from '../../plans/purchase-store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newPurchaseId, type StripeSubscriptionId } from '../../platform/lib/ids.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';

/** The caller must hold the owner's lock. */
export async function upsertPurchase(tx: Transaction, purchase: Purchase, now: Date): Promise<PurchaseRow> {
  const { id, kind, userId, planId, replacesId, intentId } = purchase;
  const known = await findPurchase(tx, id);
  if (known) return known;
  const stripeSubscriptionId = kind === 'monthly' ? (id as StripeSubscriptionId) : null;
  const row = {
    id: newPurchaseId(now),
    userId,
    planId,
    replacesId,
    stripeSubscriptionId,
    stripePaymentIntentId: intentId,
  };
  return insertPurchase(tx, row, now);
}

/** The Stripe id of a purchase: the id of its subscription or of its one payment. */
export function purchaseStripeId({ stripeSubscriptionId, stripePaymentIntentId }: PurchaseRow): string {
  const id = stripeSubscriptionId ?? stripePaymentIntentId;
  if (!id) throw new Error('a purchase without a Stripe id');
  return id;
}
