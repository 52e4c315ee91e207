// Handles the page's report that a payment or card was confirmed. The report is not trusted: the purchase is read from Stripe.
import type { PaymentStatus } from '@remembrance/contract/vaults.ts';
import { findPurchase } from '../../plans/purchase-store.ts';
import { refuse } from '../../platform/lib/refusal.ts';
import type { Purchase } from '../gateway/payment-gateway.ts';
import type { PaymentNeeds } from '../settlement/payment-needs.ts';
import { activeStatus, settlePayment } from '../settlement/settle-payment.ts';
import { refundSentence } from '../settlement/settlement-rules.ts';
import { purchaseStripeId } from '../settlement/upsert-purchase.ts';

interface Report {
  ownerId: string;
  paymentIntentId?: string | undefined;
  setupIntentId?: string | undefined;
}
interface Completed {
  vaultId: string;
  paymentStatus: PaymentStatus;
}

/** Refuses a purchase that this owner did not start here before calling Stripe. */
export async function completePayment(needs: PaymentNeeds, report: Report): Promise<Completed> {
  const row = await findPurchase(needs.database, report.paymentIntentId ?? report.setupIntentId ?? '');
  if (row?.userId !== report.ownerId) refuse('payment-refused');
  const purchase = await needs.paymentGateway.readPurchase(purchaseStripeId(row));
  if (!purchase) refuse('payment-refused');
  return { vaultId: purchase.vaultId, paymentStatus: await settleForPage(needs, purchase) };
}

/** For a page that waits until its vault is active. @throws {Refusal} if this purchase does not activate the vault */
export async function settleForPage(needs: PaymentNeeds, purchase: Purchase): Promise<PaymentStatus> {
  const settlement = await settlePayment(needs, purchase);
  if (settlement.outcome === 'nothing') refuse('payment-incomplete');
  if (settlement.outcome === 'unknown') refuse('payment-refused');
  const paymentStatus = activeStatus(settlement);
  if (paymentStatus) return paymentStatus;
  if (settlement.outcome === 'settled') refuse('payment-refused');
  return refuse('payment-refused', { detail: refundSentence(settlement.reason, settlement.planName) });
}
