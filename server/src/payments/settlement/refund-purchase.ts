// Refunds a purchase whose refund has been recorded.
import { type PurchaseRow, setStatus } from '../../plans/purchase-store.ts';
import { Refusal } from '../../platform/lib/refusal.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import { purchaseStripeId } from './upsert-purchase.ts';

/** If Stripe does not answer, the status stays `refunding` and the reconciliation job tries again. */
export async function refundPurchase(needs: PaymentNeeds, row: PurchaseRow): Promise<void> {
  const { stripeSubscriptionId, stripePaymentIntentId: intentId } = row;
  const kind = stripeSubscriptionId ? 'monthly' : 'once';
  try {
    await needs.paymentGateway.refund({ kind, id: purchaseStripeId(row), intentId });
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  await setStatus(needs.database, row.id, 'refunded', needs.clock.now());
}
