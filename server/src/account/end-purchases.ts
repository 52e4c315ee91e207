// Ends the plans of accounts with a requested deletion at the end of the paid month, and reverts that if the deletion was
// undone. The schedule retries what Stripe did not answer; the purge deletes the customer and with it any remaining subscription.
import type { PaymentNeeds } from '../payments/settlement/payment-needs.ts';
import { settlePayment } from '../payments/settlement/settle-payment.ts';
import { stripeIdOf } from '../payments/settlement/upsert-purchase.ts';
import { listToEndOrKeep, setEndsWithAccount } from '../plans/purchase-check-store.ts';
import type { PurchaseRow } from '../plans/purchase-store.ts';

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

async function endOrKeep(needs: EndPurchasesNeeds, row: PurchaseRow, isDeleted: boolean): Promise<void> {
  const { database, paymentGateway } = needs;
  const { stripeSubscriptionId, status } = row;
  const id = stripeIdOf(row);
  if (!isDeleted || status === 'trial' || status === 'paid') {
    if (stripeSubscriptionId) await paymentGateway.setEndsWithAccount(stripeSubscriptionId, isDeleted);
  } else if (status !== 'paused') {
    // Unpaid: an open purchase, or a month that is due.
    await paymentGateway.cancelPurchase({ kind: stripeSubscriptionId ? 'monthly' : 'once', id });
    const purchase = await paymentGateway.readPurchase(id);
    if (purchase) await settlePayment(needs, purchase);
  }
  await setEndsWithAccount(database, row.id, isDeleted);
}
