// Gives back what a purchase cost, once it is written down that it goes back.
import { Refusal } from '../lib/refusal.ts';
import { type PurchaseRow, setStatus } from '../purchases/purchase-store.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { stripeIdOf } from './upsert-purchase.ts';

/** Where the card processor does not answer, the row stays as it is and the repairing job tries again. */
export async function refundPurchase(needs: PaymentNeeds, row: PurchaseRow): Promise<void> {
  const { stripeSubscriptionId, stripePaymentIntentId: intentId } = row;
  const kind = stripeSubscriptionId ? 'monthly' : 'once';
  try {
    await needs.paymentGateway.refund({ kind, id: stripeIdOf(row), intentId });
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  await setStatus(needs.database, row.id, 'refunded', needs.clock.now());
}
