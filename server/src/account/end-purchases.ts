// Cancels the plans of accounts with a requested deletion, so that no card is charged again. The schedule retries those that
// could not be cancelled at once.

import type { PaymentNeeds } from '../payments/payment-needs.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { stripeIdOf } from '../payments/upsert-purchase.ts';
import { listRunningOfDeleted } from '../purchases/purchase-check-store.ts';
import type { PurchaseRow } from '../purchases/purchase-store.ts';

export interface EndPurchasesNeeds extends PaymentNeeds {
  reportFailure: (what: string, error: unknown) => void;
}

const max = 100;

/** @param ownerId if missing, the plans of every such account are ended */
export async function endPurchases(needs: EndPurchasesNeeds, ownerId?: string): Promise<void> {
  for (const row of await listRunningOfDeleted(needs.database, { ownerId, max })) {
    try {
      await endPurchase(needs, row);
    } catch (error) {
      needs.reportFailure('a plan of a deleted account could not be ended yet', error);
    }
  }
}

async function endPurchase(needs: EndPurchasesNeeds, row: PurchaseRow): Promise<void> {
  const id = stripeIdOf(row);
  await needs.paymentGateway.cancelPurchase({ kind: row.stripeSubscriptionId ? 'monthly' : 'once', id });
  const purchase = await needs.paymentGateway.readPurchase(id);
  if (purchase) await settlePayment(needs, purchase);
}
