// Ends the plans of accounts with a requested deletion at the end of the paid month, and reverts that if the deletion was
// undone. The schedule retries what Stripe did not answer; the purge deletes the customer and with it any remaining subscription.
import { listToEndOrKeep, setRenewsIfKept } from '../../plans/purchase-check-store.ts';
import type { PurchaseRow } from '../../plans/purchase-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { settlePayment } from './settle-payment.ts';
import { purchaseStripeId } from './upsert-purchase.ts';

export interface EndPurchasesNeeds extends PaymentNeeds {
  reportFailure: (what: string, error: unknown) => void;
}

const max = 100;

/** @param ownerId if missing, the plans of all accounts */
export async function endPurchases(needs: EndPurchasesNeeds, ownerId?: string, signal?: AbortSignal): Promise<void> {
  for (const { purchase, isDeleted } of await listToEndOrKeep(needs.database, { ownerId, max })) {
    if (signal?.aborted) return;
    try {
      await endOrKeep(needs, purchase, isDeleted);
    } catch (error) {
      needs.reportFailure('a plan of a deleted account could not be ended or kept yet', error);
    }
  }
}

/** Continues the plans of an owner who undid the deletion, so that Billing never shows them as cancelled. */
export async function keepPurchases(needs: PaymentNeeds, ownerId: string): Promise<void> {
  for (const { purchase, isDeleted } of await listToEndOrKeep(needs.database, { ownerId, max })) {
    await endOrKeep(needs, purchase, isDeleted);
  }
}

async function endOrKeep(needs: PaymentNeeds, row: PurchaseRow, isDeleted: boolean): Promise<void> {
  const renewsIfKept = isDeleted ? await end(needs, row) : await keep(needs, row);
  await setRenewsIfKept(needs.database, row.id, renewsIfKept);
}

/** @returns whether it renews if the deletion is undone */
async function end(needs: PaymentNeeds, row: PurchaseRow): Promise<boolean> {
  const { paymentGateway } = needs;
  const { stripeSubscriptionId, status } = row;
  const id = purchaseStripeId(row);
  if (stripeSubscriptionId && (status === 'trial' || status === 'paid')) {
    const isCancelledByUs = await paymentGateway.setEndsWithAccount(stripeSubscriptionId, true);
    return isCancelledByUs && (await paymentGateway.readPurchase(id))?.card != null;
  }
  if (status === 'paused') return false;
  // Unpaid: an open purchase, or a month that is due.
  await paymentGateway.cancelPurchase({ kind: stripeSubscriptionId ? 'monthly' : 'once', id });
  const purchase = await paymentGateway.readPurchase(id);
  if (purchase) await settlePayment(needs, purchase);
  return false;
}

async function keep({ paymentGateway }: PaymentNeeds, { stripeSubscriptionId }: PurchaseRow): Promise<null> {
  if (stripeSubscriptionId) await paymentGateway.setEndsWithAccount(stripeSubscriptionId, false);
  return null;
}
